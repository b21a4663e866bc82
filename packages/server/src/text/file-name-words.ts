import { termsOf } from "./terms.ts";

/** The words of a file's name, or of a text that may hold one: "AmazonInvoice2014_final.pdf" → "Amazon Invoice 2014 final". */
export const fileNameWords = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\.\p{L}[\p{L}\d]{1,4}(?=$|[\s?!.,;:)"'”’])/gu, "")
    .replace(/[_-]+/g, " ")
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, " ");

/** The distinct terms of a file's name, in order. They identify the file, and questions are matched against them. */
export const fileNameTerms = (text: string): string[] => [...new Set(termsOf(fileNameWords(text)))];
