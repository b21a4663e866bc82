import type { ImageAllowance } from "../../markup/embedded-image.ts";
import type { Archive } from "../../package/open-archive.ts";
import type { Relationship } from "../../package/relationships.ts";
import type { Fields } from "./fields.ts";
import type { Numbering } from "./numbering.ts";
import type { PageCounter } from "./page-counter.ts";
import type { Styles } from "./styles.ts";

export type NoteReference = { kind: "footnote" | "endnote"; id: string; label: string };

/** A part of the document (body, a header, the notes), with everything its content refers to. */
export type WordPart = {
  archive: Archive;
  relationships: ReadonlyMap<string, Relationship>;
  styles: Styles;
  numbering: Numbering;
  keepImage: ImageAllowance;
  pages: PageCounter;
  fields: Fields;
  /** Records a reference to a note in the text. Returns the note's mark for the Markdown. */
  onNote(kind: NoteReference["kind"], id: string): string;
};
