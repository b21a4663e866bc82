/**
 * What a careful afternoon of regular expressions gives on the plain text of a document: a label, then the value after
 * it. The comparison of `extraction-quality`. It knows the names of the benchmark's fields.
 */
const labels: Record<string, RegExp> = {
  invoice_number:
    /(?:invoice|rechnungs?|facture|factuur|factura|fattura)[\s-]*(?:number|no|nr|num|n[°ºo]|#)?[.:\s#°]*([A-Z]{0,4}[\d][\w/-]*)/i,
  customer: /(?:bill(?:ed)? to|customer|client|kunde|cliente|aan|spett\.le)\s*[:\s]\s*([^\n]+)/i,
  total:
    /(?:grand total|total (?:amount|incl|ttc|due)|amount due|rechnungsbetrag|summe|total)[^\d\n-]*([\d.,' ]*\d[.,]\d{2})/i,
  net: /(?:sub-?total|net|netto|total ht|base|imponibile)[^\d\n]*([\d.,' ]*\d[.,]\d{2})/i,
  tax: /(?:vat|mwst|tva|btw|iva|tax)[^\n]*?([\d.,' ]*\d[.,]\d{2})/i,
  due: /(?:due|fällig|zahlbar|échéance|verval|vencimiento|scadenza)[^\d\n]*(\d{1,2}[./-]\d{1,2}[./-]\d{2,4})/i,
  vat_number: /\b((?:DE|FR|NL|GB|ES|IT|AT|BE|CH)\s?[\dA-Z]{2}[\d\sB]{6,12}\d)\b/,
  bic: /\b(?:bic|swift)[:\s]*([A-Z]{6}[A-Z\d]{2,5})\b/i,
  client_id: /(?:customer|client|kunden)[\s-]*(?:no|nr|id|number)[.:\s]*([\w-]+)/i,
  siren: /\bsiren[:\s]*([\d ]{9,11})/i,
};
const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?\b/;
const day = /\b(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b/;
const email = /[\w.+-]+@[\w-]+\.[\w.-]+\w/;
const phone = /\+?\d[\d ()-]{8,16}\d/;
const company = /^.*\b(?:inc|ltd|llc|gmbh|ag|sdn bhd|s\.?a\.?|sarl|b\.?v|plc|co)\b\.?.*$/im;

export function extractByPatterns(text: string, fields: string[]): Record<string, unknown> {
  const matched = (name: string) => labels[name]?.exec(text)?.[1]?.trim() ?? null;
  const firstLine = text.split("\n").find((line) => /\p{L}{3}/u.test(line)) ?? null;
  const one = (field: string): unknown => {
    if (/iban/.test(field)) return iban.exec(text)?.[0] ?? null;
    if (/due_?date|date_due/.test(field)) return isoOf(matched("due") ?? "");
    if (/date|beginn/.test(field)) return isoOf(text);
    if (/issuer|company|employer/.test(field)) return company.exec(text)?.[0].trim() ?? firstLine;
    if (/address|anschrift/.test(field)) return text.split("\n").find((line) => /\d{4,6}/.test(line)) ?? null;
    if (/email/.test(field)) return email.exec(text)?.[0] ?? null;
    if (/phone|telefon/.test(field)) return phone.exec(text)?.[0] ?? null;
    if (/currency/.test(field)) return currencyOf(text);
    if (/untaxed|^net$/.test(field)) return amountOf(matched("net"));
    if (/^(?:amount|total)$/.test(field)) return amountOf(matched("total"));
    if (field === "tax") return amountOf(matched("tax"));
    if (field === "vat") return matched("vat_number");
    if (labels[field]) return matched(field);
    const named = new RegExp(`${field.replaceAll("_", "[ _-]?")}\\s*(?::|is)\\s*([^\\n.]+)`, "i");
    return named.exec(text)?.[1]?.trim() ?? null;
  };
  return Object.fromEntries(fields.map((field) => [field, one(field)]));
}

function isoOf(text: string): string | null {
  const [, first = "", second = "", year = ""] = day.exec(text) ?? [];
  return year === ""
    ? null
    : `${year.length === 2 ? `20${year}` : year}-${second.padStart(2, "0")}-${first.padStart(2, "0")}`;
}

function amountOf(written: string | null): number | null {
  if (written === null) return null;
  const value = Number(written.replace(/[ '.,](?=\d{3}(?!\d))/g, "").replace(",", "."));
  return Number.isFinite(value) ? value : null;
}

const currencyOf = (text: string): string | null =>
  /€|\bEUR\b/.test(text)
    ? "EUR"
    : /£|\bGBP\b/.test(text)
      ? "GBP"
      : (/\b(?:CHF|USD|MYR)\b/.exec(text)?.[0] ?? (/\$/.test(text) ? "USD" : null));
