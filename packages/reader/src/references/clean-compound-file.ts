import { readFileInformation } from "../formats/word-binary/file-information.ts";
import { readText } from "../formats/word-binary/piece-table.ts";
import { changeCompoundFile, openCompoundFile } from "../package/compound-file.ts";
import { ParseError } from "../parse-error.ts";
import { cutArtLinks, cutPictureLinks, cutPresentationObjects } from "./cut-art-links.ts";
import { isForeignField } from "./field-codes.ts";

/** Streams that hold an object of another program, or say where it lies. Its picture is elsewhere and stays. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: names of such streams begin with one
const objectStreams = /^(?:\u0001ole|\u0001ole10native|\u0003linkinfo|package|contents|embeddedodf)$/i;

/**
 * A copy of a document of the binary Office formats without field codes, objects, macros and linked pictures that draw
 * from elsewhere. It is changed in place: nothing moves. Throws ParseError for a damaged or protected one.
 */
export function cleanCompoundFile(bytes: Uint8Array): Uint8Array {
  const fields = foreignFields(bytes);
  return changeCompoundFile(bytes, {
    // Embedded objects, macros and stores of data: none is needed to draw the document.
    keepsStorage: () => false,
    change(name, content) {
      if (objectStreams.test(name)) content.fill(0);
      if (name === "WordDocument") for (const { at, width } of fields) blank(content, at, width);
      if (name === "Data") cutPictureLinks(content);
      if (name === "PowerPoint Document") cutPresentationObjects(content);
      if (name === "Workbook" || name === "Book") cutWebFunctions(content);
      cutArtLinks(content);
    },
  });
}

type Place = { at: number; width: 1 | 2 };

const blank = (content: Uint8Array, at: number, width: 1 | 2) => {
  content[at] = 0x20;
  if (width === 2) content[at + 1] = 0;
};

/** The characters of foreign field instructions of a Word document. Words before 97 have no table of pieces. */
function foreignFields(bytes: Uint8Array): Place[] {
  const container = openCompoundFile(bytes);
  const stream = container.stream("WordDocument");
  if (!stream) return [];
  try {
    const { text, pieces, offsetOf } = readText(readFileInformation(container));
    return instructionsIn(text).map((position) => {
      const piece = pieces.findLast(({ start }) => start <= position);
      return { at: offsetOf(position), width: piece?.width ?? 1 };
    });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return instructionsIn(Buffer.from(stream).toString("latin1")).map((at): Place => ({ at, width: 1 }));
  }
}

const [begin, separator, end] = ["\u0013", "\u0014", "\u0015"];

/** Positions of the characters of foreign instructions: from a field's beginning to its result, or to its end. */
function instructionsIn(text: string): number[] {
  const positions: number[] = [];
  const open: { from: number; isInstruction: boolean }[] = [];
  const finish = (at: number) => {
    const field = open.at(-1);
    if (!field?.isInstruction) return;
    field.isInstruction = false;
    if (!isForeignField(text.slice(field.from, Math.min(at, field.from + 200)))) return;
    for (let position = field.from; position < at; position += 1)
      if (text.charCodeAt(position) >= 0x20) positions.push(position);
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === begin) open.push({ from: at + 1, isInstruction: true });
    else if (character === separator) finish(at);
    else if (character === end) {
      finish(at);
      open.pop();
    }
  }
  return positions;
}

/** The name of the function that fetches, in both widths. Its cell keeps the value that it was saved with. */
function cutWebFunctions(content: Uint8Array): void {
  const view = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  for (const name of [Buffer.from("WEBSERVICE", "latin1"), Buffer.from("WEBSERVICE", "utf16le")])
    for (let at = view.indexOf(name); at >= 0; at = view.indexOf(name, at + 1)) content[at] = 0x58;
}
