import { isLuhn } from "../../../text/check-digits.ts";

/** A number found in a text, as written. */
type FoundText = { value: string; text: string; start: number };

/** VAT numbers by country, without spaces: the shapes of the EU's VIES, and of Great Britain, Switzerland and Norway. */
const shapes =
  "ATU\\d{8}|BE[01]\\d{9}|BG\\d{9,10}|CHE\\d{9}(?:MWST|TVA|IVA)?|CY\\d{8}[A-Z]|CZ\\d{8,10}|DE\\d{9}|DK\\d{8}|EE\\d{9}|EL\\d{9}|ES[A-Z\\d]\\d{7}[A-Z\\d]|FI\\d{8}|FR[A-HJ-NP-Z\\d]{2}\\d{9}|GB\\d{9}(?:\\d{3})?|HR\\d{11}|HU\\d{8}|IE\\d[A-Z\\d+*]\\d{5}[A-Z]{1,2}|IT\\d{11}|LT\\d{9}(?:\\d{3})?|LU\\d{8}|LV\\d{11}|MT\\d{8}|NL\\d{9}B\\d{2}|NO\\d{9}(?:MVA)?|PL\\d{10}|PT\\d{9}|RO\\d{2,10}|SE\\d{12}|SI\\d{8}|SK\\d{10}";
const whole = new RegExp(`^(?:${shapes})$`);
/** A country's letters, then groups of signs that may be apart. */
const prefixed =
  /(?<![\p{L}\p{N}])(?:AT|BE|BG|CHE|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK)[-\s.]?[A-Z\d](?:[\s.-]?[A-Z\d]){6,14}(?![\p{L}\p{N}])/gu;
/** National numbers follow their label. */
const labelled =
  /(?<!\p{L})(?:vat|gst|tva|btw|ust|uid|p\.?\s?iva|partita iva|c\.?i\.?f|n\.?i\.?f|nit|abn|ein|tax id)\b[\p{L}\s.:°º#-]{0,25}?((?=[A-Z\d-]*\d)[A-Z]?\d[\d\s.-]{5,14}[A-Z\d])(?![\p{L}\p{N}])/giu;

/** The first VAT number of a text: one with its country's letters, or a national one after its name. */
export function vatNumberIn(text: string): FoundText | null {
  for (const match of text.matchAll(prefixed)) {
    // The groups may run into the next word or number: take the longest beginning that is a VAT number.
    for (let end = match[0].length; end > 7; end -= 1) {
      const piece = match[0].slice(0, end).trim();
      if (whole.test(piece.replace(/[\s.-]/g, ""))) return { value: piece, text: piece, start: match.index };
    }
  }
  for (const match of text.matchAll(labelled)) {
    const value = (match[1] ?? "").trim().replace(/[\s.-]+$/, "");
    const digits = value.replace(/\D/g, "").length;
    if (digits >= 7 && digits <= 13)
      return { value, text: value, start: match.index + match[0].lastIndexOf(value) };
  }
  return null;
}

const siren = /(?<![\d.,])\d{3}[\s.]?\d{3}[\s.]?\d{3}(?:[\s.]?\d{5})?(?!\d)/g;

/** The first SIREN of a text that names a French register: nine digits whose check digit is right. */
export function sirenIn(text: string): FoundText | null {
  if (!/\b(?:siren|siret|rcs|rsc|r\.c\.s|tva)\b/i.test(text)) return null;
  for (const match of text.matchAll(siren)) {
    const groups = match[0].replace(/[\s.]?\d{5}$/, (last) =>
      match[0].replace(/\D/g, "").length > 9 ? "" : last,
    );
    if (isLuhn(groups.replace(/\./g, ""))) return { value: groups, text: groups, start: match.index };
  }
  return null;
}
