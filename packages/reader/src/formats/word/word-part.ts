import type { ParsedElement } from "../../element.ts";
import type { ImageAllowance } from "../../markup/embedded-image.ts";
import type { Archive } from "../../package/open-archive.ts";
import type { Relationship } from "../../package/relationships.ts";
import type { Fields } from "./fields.ts";
import type { Numbering } from "./numbering.ts";
import type { PageCounter } from "./page-counter.ts";
import type { Styles } from "./styles.ts";

/** A comment is read as a note is: after the text that it is about. */
export type NoteKind = "footnote" | "endnote" | "comment";

export type NoteReference = { kind: NoteKind; id: string; label: string };

/** A part of the document (body, a header, the notes), with everything its content refers to. */
export type WordPart = {
  archive: Archive;
  relationships: ReadonlyMap<string, Relationship>;
  styles: Styles;
  numbering: Numbering;
  keepImage: ImageAllowance;
  /** The elements of documents that the document imports, by the names of their parts. */
  imported: ReadonlyMap<string, ParsedElement[]>;
  pages: PageCounter;
  fields: Fields;
  /** Records a reference to a note in the text. Returns the note's mark for the Markdown. */
  onNote(kind: NoteKind, id: string): string;
};
