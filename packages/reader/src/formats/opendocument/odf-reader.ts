import type { ParsedElement } from "../../element.ts";
import type { ImageAllowance } from "../../markup/embedded-image.ts";
import type { Archive } from "../../package/open-archive.ts";
import type { XmlNode } from "../../package/xml-tree.ts";
import type { OdfLists } from "./odf-lists.ts";
import type { OdfStyles } from "./odf-styles.ts";

/** Where blocks go, and what the reader must remember between them. */
export type OdfReader = {
  archive: Archive;
  styles: OdfStyles;
  lists: OdfLists;
  keepImage: ImageAllowance;
  emit: (element: ParsedElement) => void;
  metadata?: Record<string, unknown> | undefined;
  /** Whether any text was read: a page break before the first text makes no page. */
  started: { value: boolean };
  /** Whether the document has a title. Its headings then start at level 2. */
  hasTitle: { value: boolean };
  /** The page of what is read next. */
  page: { number: number };
  /** Notes that the text referred to and that are not read yet. */
  notes: { node: XmlNode; kind: "footnote" | "endnote"; label: string }[];
  /** Lines of code so far. Consecutive paragraphs of code become one block. */
  code: string[];
};

/** The same reader with another place to go and no page of its own. */
export const innerReader = (reader: OdfReader, emit: OdfReader["emit"]): OdfReader => ({
  ...reader,
  emit,
  code: [],
});
