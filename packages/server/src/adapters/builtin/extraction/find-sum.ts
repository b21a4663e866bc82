import type { LabelReader } from "../../../text/label-words.ts";
import type { LabelledDocument } from "./document-lines.ts";
import type { Finding } from "./finding.ts";
import type { Field } from "./schema-fields.ts";
import type { Sums } from "./sums.ts";

const sumMeanings = new Set([
  "total",
  "amount",
  "net",
  "gross",
  "tax",
  "due",
  "invoice",
  "receipt",
  "document",
  "payment",
]);

/** Which sum of a paper a field asks for; null when it asks for another amount. */
export function sumOf({ kind, words, own }: Field): keyof Omit<Sums, "taxes" | "fitting"> | null {
  if (kind !== "money" || words.length === 0) return null;
  const meanings = words.map((word) => word.meanings);
  if (!meanings.every((each) => each.some((meaning) => sumMeanings.has(meaning)))) return null;
  const has = (meaning: string) => own.some((each) => each.includes(meaning));
  if (has("net")) return "net";
  if (has("tax") && !has("gross")) return "tax";
  if (has("due") && !has("total")) return "due";
  return has("total") || has("gross") || has("amount") ? "total" : null;
}

/** Whether an amount that another rule found can be the sum that a field asks for. */
export function agreesWithSums(field: Field, value: unknown, document: LabelledDocument): boolean {
  const asked = sumOf(field);
  if (asked !== "net" && asked !== "tax") return true;
  const { total, tax, taxes } = document.sums();
  // Of several taxes none is "the tax", and their sum is nowhere.
  if (asked === "tax" && taxes > 1 && tax === null) return false;
  return (
    total === null ||
    typeof value !== "number" ||
    (asked === "tax" ? value < total.value : value <= total.value)
  );
}

/** Shorter words at a total are abbreviations, and what a scan made of others. */
const minStranger = 5;

/** "Total deductions" is the total of something else. */
const isOfSomething = (label: string, read: LabelReader): boolean =>
  read(label).some(({ known, text }) => !known && text.length >= minStranger && /^\p{L}+$/u.test(text));

/** The sum that a field asks for, checked against the other sums. */
export function findSum(field: Field, document: LabelledDocument, read: LabelReader): Finding | null {
  const asked = sumOf(field);
  if (asked === null) return null;
  const sums = document.sums();
  const amount = asked === "due" ? (sums.due ?? sums.total) : sums[asked];
  if (!amount) return null;
  if (amount.class === "total" && !sums.fitting.has(amount) && isOfSomething(amount.label, read)) return null;
  const { value, text, line, order } = amount;
  return {
    reading: { value, text, start: 0 },
    score: 0.95,
    line,
    order,
    basis: sums.fitting.has(amount) ? "sums" : "amount",
  };
}
