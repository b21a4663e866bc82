import { isAnyFunctionWord } from "../text/function-words.ts";
import type { LabelReader } from "../text/label-words.ts";
import { foldAccents } from "../text/terms.ts";

/** What a clerk's question asks of a paper: one of its values, or a value of the row that the question quotes. */
export type AskedField =
  | { kind: "value"; name: string; schema: Record<string, unknown> }
  | { kind: "row"; item: string; column: RowColumn };
export type RowColumn = "quantity" | "unit_price" | "line_total";

const text = { type: ["string", "null"] };
const day = { ...text, format: "date" };
const amount = { type: ["number", "null"] };

/**
 * Words of questions that no label has, by what they ask. They are folded stems: a word that begins with one counts. Labels'
 * own words are in the lexicon of labels.
 */
const stems: Record<string, string> = {
  who: "who whom wer wen wem qui quien chi",
  when: "when wann quand cuando quando wanneer",
  day: "day tag jour dia giorno dag",
  count: "many much viele viel combien cuant quant hoeveel quantit nombre menge einheiten",
  issued: "issue ausgestell stell emis emet emit sent send billed wrote made dated date",
  addressed: "geht address gericht adress dirig indirizz billed bill charged empfang",
  delivered: "deliver perform geliefert geleistet livr effectu lieu entreg prest consegn render geleverd",
  paid: "pay paid bezahl zahl pay reste regl pag betaal remit uberw money geld argent vers go",
  remaining: "still remain noch rest reste owed owe offen solde left",
  with: "with incl avec mit inkl con ttc gross brutto",
  without: "before without ohne hors excl sans sin senza zonder net",
  all: "all overall insgesamt whole gesamt ausgewiesen charged cost cost koste cout berechn factur fattur invoiced included enthalt",
  tax: "steuer tax vat",
  sum: "all insgesamt total overall",
  cost: "cost koste cout cuest cost",
  line: "line position ligne zeile row item",
  plain: "goods ware lautet steht stand tell show give find please bitte ident geh wurde being need",
  paper: "invoice beleg rechnung factur fattur factuur bill receipt document voucher",
};

/** Meanings of label words that questions of these fields may have. Another one asks for another value. */
const allowed = new Set(
  "number date invoice receipt document total amount due customer recipient vendor employer quantity price unit tax net gross order payment iban bic account shipping currency cash end".split(
    " ",
  ),
);

/** The words that a question quotes: a row's name. */
export const quotedItem = /[“„«"]\s*(.+)\s*[”“»"]/u;

/** Numbers of papers in a question: "invoice RE-2024/17". */
export const identifiers =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}./-]*\d{2})[\p{L}\p{N}](?:[\p{L}\p{N}./-]*[\p{L}\p{N}])?/gu;

/**
 * Reads a question as a field of a paper. Null when it asks for something else, or says more than its field takes.
 * `isNamed`: whether a word names the paper.
 */
export function askedField(
  question: string,
  read: LabelReader,
  isNamed: (word: string) => boolean,
): AskedField | null {
  const item = quotedItem.exec(question)?.[1]?.trim();
  const plain = question.replace(quotedItem, " ").replace(identifiers, " ");
  const words = read(plain).filter(({ text: word }) => !isAnyFunctionWord(foldAccents(word)));
  const known = words.filter((word) => word.known);
  const means = (...meanings: string[]) =>
    known.some((word) => word.meanings.some((meaning) => meanings.includes(meaning)));
  const asked = foldedWords(plain);
  const says = (kind: string) => asked.some((word) => begins(word, stems[kind] ?? ""));
  if (item !== undefined) return rowOf(item, says, means);
  const isStrange = words.some((word) => {
    const folded = foldAccents(word.text).replace(/['’]s$/u, "");
    if (isNamed(word.text) || isAnyFunctionWord(folded) || begins(folded, everyStem)) return false;
    return !word.known || !word.meanings.some((meaning) => allowed.has(meaning));
  });
  if (isStrange || means("percent")) return null;
  const value = (name: string, schema: Record<string, unknown>): AskedField => ({
    kind: "value",
    name,
    schema,
  });
  const ofBuyer = means("customer", "recipient");
  if (means("iban")) return value("iban", text);
  if (means("bic")) return value("bic", text);
  if (means("tax") && means("number")) return value(ofBuyer ? "buyer_vat_id" : "seller_vat_id", text);
  if (means("number")) {
    if (means("order")) return value("order_number", text);
    if (ofBuyer) return value("customer_number", text);
    return says("paper") ? value("invoice_number", text) : null;
  }
  if (
    says("when") ||
    says("day") ||
    means("date") ||
    (says("paid") && /\bbis\b|\bby\b|\blimite\b/iu.test(plain))
  ) {
    if (says("delivered") || means("shipping")) return value("delivery_date", day);
    if (says("paid") || means("due", "payment")) return value("due_date", day);
    return says("issued") || says("paper") ? value("invoice_date", day) : null;
  }
  if (means("currency")) return value("currency", text);
  if (says("who") || (!means("amount", "total", "tax", "price") && means("vendor", "customer"))) {
    if (ofBuyer || (says("addressed") && !means("vendor"))) return value("buyer_name", text);
    return means("vendor") || says("issued") ? value("seller_name", text) : null;
  }
  if (says("count") && says("line")) return null;
  if (says("remaining") || means("due") || (says("paid") && says("count")))
    return value("amount_due", amount);
  if (means("tax") || says("tax")) {
    if (says("without")) return value("net_total", amount);
    return says("with") || means("gross") ? value("grand_total", amount) : value("tax_total", amount);
  }
  if (means("net")) return value("net_total", amount);
  const isWhole = known.every((word) =>
    word.meanings.some((meaning) => ["invoice", "amount"].includes(meaning)),
  );
  return means("gross", "total") ||
    (says("paper") && says("count") && isWhole) ||
    (means("amount") && says("paper"))
    ? value("grand_total", amount)
    : null;
}

function rowOf(
  item: string,
  says: (kind: string) => boolean,
  means: (...meanings: string[]) => boolean,
): AskedField | null {
  const row = (column: RowColumn): AskedField => ({ kind: "row", item, column });
  if (says("sum") || means("total")) return row("line_total");
  if (means("unit") || (means("price") && !says("cost"))) return row("unit_price");
  if (means("quantity") || says("count")) return row("quantity");
  return says("cost") || means("amount") ? row("line_total") : null;
}

/** Whether a word begins with one of the stems; one of two letters is the whole word. */
const begins = (word: string, known: string): boolean =>
  known.split(" ").some((each) => (each.length < 3 ? word === each : word.startsWith(each)));

const everyStem = Object.values(stems).join(" ");

const foldedWords = (text: string): string[] => foldAccents(text).match(/\p{L}+/gu) ?? [];
