import type { Parser } from "./parser.ts";
import type { OpenPdf } from "./pdf/pdf-document.ts";

/** What parsers need from outside; asked for when the first document of its kind comes. */
export type ParserDependencies = { pdfReader: () => Promise<OpenPdf> };

type LoadParser = (dependencies: ParserDependencies) => Promise<Parser>;

const text: LoadParser = async () => (await import("./text/parse-text.ts")).parseText;
const html: LoadParser = async () => (await import("./html/parse-html.ts")).parseHtml;
const markdown: LoadParser = async () => (await import("./markdown/parse-markdown.ts")).parseMarkdown;
const delimited: LoadParser = async () => (await import("./delimited/parse-delimited.ts")).parseDelimited;
const word: LoadParser = async () => (await import("./word/parse-word.ts")).parseWord;
const pdf: LoadParser = async ({ pdfReader }) =>
  (await import("./pdf/parse-pdf.ts")).createPdfParser(await pdfReader());

const PARSERS: ReadonlyMap<string, LoadParser> = new Map([
  ["pdf", pdf],
  ["docx", word],
  ["txt", text],
  ["text", text],
  ["md", markdown],
  ["html", html],
  ["htm", html],
  ["csv", delimited],
  ["tsv", delimited],
]);

/** Extensions that can be parsed: lowercase, without the dot. */
export const parsedExtensions: readonly string[] = [...PARSERS.keys()];

/** How to get the parser of an extension; undefined when there is none. Loaded on use, so that starting stays light. */
export function parserFor(extension: string): LoadParser | undefined {
  return PARSERS.get(extension);
}
