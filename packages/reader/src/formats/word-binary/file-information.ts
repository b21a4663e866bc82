import { type CompoundFile, passwordProtected } from "../../package/compound-file.ts";
import { ParseError } from "../../parse-error.ts";
import { madeByOldProgram } from "../../refuse-old-office.ts";

/** A place in the table stream: its first byte and its length. */
export type Place = { at: number; length: number };

/** The start of a Word document: where its parts lie, and how many characters each text has. */
export type FileInformation = {
  main: DataView;
  table: DataView;
  /** What runs refer to: pictures, and what form fields hold. */
  data: DataView;
  /** Characters of the texts, in the order in which they follow each other. */
  characters: {
    body: number;
    footnotes: number;
    margins: number;
    macros: number;
    comments: number;
    endnotes: number;
    boxes: number;
  };
  pieces: Place;
  styles: Place;
  fonts: Place;
  characterPages: Place;
  paragraphPages: Place;
  footnoteReferences: Place;
  footnoteTexts: Place;
  endnoteReferences: Place;
  endnoteTexts: Place;
  margins: Place;
  lists: Place;
  listOverrides: Place;
};

const magic = 0xa5ec;
const oldMagic = 0xa5dc;
const encrypted = 0x0100;
const secondTable = 0x0200;

/** Reads the file information block. Throws ParseError for other files, for encrypted ones and for those of Word 95 or older. */
export function readFileInformation(container: CompoundFile): FileInformation {
  const stream = container.stream("WordDocument");
  if (!stream || stream.length < 0x200) throw damagedDocument();
  const main = viewOf(stream);
  const kind = main.getUint16(0, true);
  if (kind === oldMagic) throw madeByOldProgram("The document was made by Word 95", "docx");
  if (kind !== magic) throw damagedDocument();
  const flags = main.getUint16(0x0a, true);
  if (flags & encrypted) throw passwordProtected();
  const table = container.stream(flags & secondTable ? "1Table" : "0Table");
  if (!table) throw damagedDocument();
  const count = (at: number) => Math.max(main.getInt32(at, true), 0);
  const place = (at: number): Place =>
    at + 8 <= main.byteLength
      ? { at: main.getUint32(at, true), length: main.getUint32(at + 4, true) }
      : { at: 0, length: 0 };
  return {
    main,
    table: viewOf(table),
    data: viewOf(container.stream("Data") ?? new Uint8Array()),
    characters: {
      body: count(0x4c),
      footnotes: count(0x50),
      margins: count(0x54),
      macros: count(0x58),
      comments: count(0x5c),
      endnotes: count(0x60),
      boxes: count(0x64),
    },
    pieces: place(0x01a2),
    styles: place(0x00a2),
    fonts: place(0x0112),
    characterPages: place(0x00fa),
    paragraphPages: place(0x0102),
    footnoteReferences: place(0x00aa),
    footnoteTexts: place(0x00b2),
    endnoteReferences: place(0x020a),
    endnoteTexts: place(0x0212),
    margins: place(0x00f2),
    lists: place(0x02e2),
    listOverrides: place(0x02ea),
  };
}

export const damagedDocument = (cause?: unknown): ParseError =>
  new ParseError(
    "The document is damaged: its text cannot be found. Upload an intact copy, or save it as .docx.",
    {
      cause,
    },
  );

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** The character positions of a list of places (PLC) whose entries have `size` bytes each. Empty when it is damaged. */
export function positionsOf(view: DataView, { at, length }: Place, size: number): number[] {
  const entries = Math.floor((length - 4) / (4 + size));
  if (entries < 0 || at + length > view.byteLength) return [];
  return Array.from({ length: entries + 1 }, (_, index) => view.getUint32(at + index * 4, true));
}
