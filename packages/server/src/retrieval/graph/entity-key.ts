import { foldAccents } from "../../text/terms.ts";

/** The last words of firms' names: how they are written out, and the form that stands for all of them. */
const legalForms: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "corp inc ltd llc llp plc co gmbh ag kg kgaa ohg se sa sas sarl srl spa sl bv nv lda ltda"
      .split(" ")
      .map((form) => [form, form]),
  ),
  corporation: "corp",
  incorporated: "inc",
  limited: "ltd",
  company: "co",
  aktiengesellschaft: "ag",
};
/** Articles at the beginning of names. Short ones that are words of names in other languages ("de", "a") are left out. */
const articles = new Set("the der die das den dem le la les l el los las il lo gli het".split(" "));

/**
 * What all spellings of a name have in common: no case, accents, punctuation, article, possessive; legal forms in one
 * form. "" when nothing is left.
 */
export function entityKey(name: string): string {
  const plain = name
    .replace(/['’]s(?!\p{L})/gu, "")
    // "S.p.A." and "SpA" are one.
    .replace(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu, "");
  const words = foldAccents(plain)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
  if (words.length > 1 && articles.has(words[0] as string)) words.shift();
  const last = words.at(-1) ?? "";
  if (words.length > 1) words[words.length - 1] = legalForms[last] ?? last;
  return words.join(" ");
}

/** The key of a firm without its legal form: "acme" of "acme corp". Null for what has none. */
export function withoutLegalForm(key: string): string | null {
  const end = key.lastIndexOf(" ");
  return end > 0 && legalForms[key.slice(end + 1)] !== undefined ? key.slice(0, end) : null;
}

/** Whether a key is a legal form and no more. */
export const isLegalForm = (key: string): boolean => legalForms[key] !== undefined;
