import type { ParsedElement } from "../../element.ts";
import type { ReadingLimits } from "../../limits.ts";
import type { Archive } from "../../package/open-archive.ts";
import { type Relationship, readRelationships } from "../../package/relationships.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, Parser } from "../../parser.ts";

/** Documents inside the document (`w:altChunk`), which Word imports when it opens the file. */
export type ImportedParts = {
  /** The elements of a part, by its name. */
  elements: ReadonlyMap<string, ParsedElement[]>;
  /** Names of the parts that could not be read. */
  unread: string[];
};

type Loader = () => Promise<Parser>;
type ReadingOptions = {
  context: ParseContext;
  limits: ReadingLimits | undefined;
  /** Reads an imported Word document, without what that one imports. */
  parseWord: Parser;
};

const html: Loader = async () => (await import("../html/parse-html.ts")).parseHtml;
const archive: Loader = async () => (await import("../web-archive/parse-web-archive.ts")).parseWebArchive;
const text: Loader = async () => (await import("../text/parse-text.ts")).parseText;
const loaders: Readonly<Record<string, Loader>> = {
  htm: html,
  html,
  xhtml: html,
  xht: html,
  rtf: async () => (await import("../rich-text/parse-rich-text.ts")).parseRichText,
  mht: archive,
  mhtml: archive,
  txt: text,
};

const wordExtensions = ["docx", "docm", "dotx"];

/** Parts of the document that may import others. */
const importers = ["header", "footer", "footnotes", "endnotes", "comments"];
const maxParts = 500;

/** Reads every document that a document imports. */
export async function readImportedParts(
  archive: Archive,
  relationships: ReadonlyMap<string, Relationship>,
  { context, limits, parseWord }: ReadingOptions,
): Promise<ImportedParts> {
  const inner = [...relationships.values()].filter(({ kind }) => importers.includes(kind));
  const all = [relationships, ...inner.map(({ target }) => readRelationships(archive, target))];
  const names = all.flatMap((related) =>
    [...related.values()].flatMap(({ kind, target, external }) =>
      kind === "aFChunk" && !external ? [target] : [],
    ),
  );
  const elements = new Map<string, ParsedElement[]>();
  const unread: string[] = [];
  for (const name of [...new Set(names)].slice(0, maxParts)) {
    const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
    const bytes = archive.read(name);
    const load = wordExtensions.includes(extension) ? async () => parseWord : loaders[extension];
    const input = bytes && { bytes, fileName: name, extension, limits };
    try {
      if (!load || !input) throw new ParseError(`The part ${name} cannot be read.`);
      elements.set(name, (await (await load())(input, context)).elements);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      unread.push(name.replace(/^.*\//, ""));
    }
  }
  return { elements, unread };
}
