import { createLabelReader, type LabelReader } from "../text/label-words.ts";
import { propertyNameWords } from "../text/property-name-words.ts";

/** A value that an e-invoice has, by its name in the element's `metadata.e_invoice`. */
export type EInvoiceTerm =
  | "number"
  | "date"
  | "due_date"
  | "delivery_date"
  | "seller"
  | "seller_vat"
  | "buyer"
  | "buyer_vat"
  | "currency"
  | "iban"
  | "bic"
  | "net_total"
  | "tax_total"
  | "grand_total"
  | "due_payable";

const parties = ["vendor", "customer", "recipient"];
const sums = ["net", "tax", "gross", "due", "total", "amount"];
const papers = ["invoice", "receipt", "document"];

/** Reads names of properties as what an e-invoice calls them. Null for a property that asks for anything more. */
export function createReadTerm(): (names: readonly string[]) => EInvoiceTerm | null {
  const read = createLabelReader();
  return (names) => termOf(names, read);
}

function termOf(names: readonly string[], read: LabelReader): EInvoiceTerm | null {
  const words = names.slice(-2).flatMap((name) => read(propertyNameWords(name), "name"));
  const own = read(propertyNameWords(names.at(-1) ?? ""), "name");
  const means = (...meanings: string[]) =>
    words.some((word) => word.meanings.some((meaning) => meanings.includes(meaning)));
  const only = (...meanings: string[]) =>
    own.length > 0 &&
    words.every((word) =>
      word.meanings.some((meaning) => meanings.includes(meaning) || papers.includes(meaning)),
    );
  if (means("iban")) return only("iban", "bank", "account", "number", "payment", ...parties) ? "iban" : null;
  if (means("bic")) return only("bic", "bank", "payment", ...parties) ? "bic" : null;
  if (only("currency")) return "currency";
  const ofBuyer = means("customer", "recipient");
  if (means("tax") && means("number") && only("tax", "number", ...parties))
    return ofBuyer ? "buyer_vat" : "seller_vat";
  if (means("date", "due") && !means("amount", "total")) {
    if (means("due") && only("date", "due", "payment")) return "due_date";
    if (means("shipping") && only("date", "shipping")) return "delivery_date";
    return means("date") && only("date") ? "date" : null;
  }
  if (means(...parties) && only("name", "company", "employer", ...parties))
    return ofBuyer ? "buyer" : "seller";
  if (means("number")) return only("number") && means(...papers) ? "number" : null;
  return only(...sums) ? sumOf(means) : null;
}

function sumOf(means: (...meanings: string[]) => boolean): EInvoiceTerm | null {
  if (means("net")) return "net_total";
  if (means("tax") && !means("gross")) return "tax_total";
  if (means("due")) return means("total") ? null : "due_payable";
  return means("total", "gross") ? "grand_total" : null;
}
