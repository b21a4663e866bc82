import { equationText } from "../../markup/equation-field.ts";
import type { InlineRun, InlineStyle } from "../../markup/inline.ts";
import { raisedText } from "../../markup/power.ts";
import { symbolCharacter, symbolText } from "../../markup/symbol-fonts.ts";
import { hyperlink } from "../word/fields.ts";
import type { FileInformation } from "./file-information.ts";
import { readFontNames } from "./font-names.ts";
import { formFieldText } from "./form-field.ts";
import { readFormatted } from "./formatted-pages.ts";
import { runsByPosition } from "./formatted-runs.ts";
import { type DocumentText, lastAtMost } from "./piece-table.ts";
import { byteOf, longOf, type Sprm, wordOf } from "./sprms.ts";

export type DocParagraph = {
  runs: InlineRun[];
  /** Index of its style. */
  style: number;
  /** Number of its list and level in it (0-based); 0 without a list, undefined when only its style may have one. */
  list: number | undefined;
  listLevel: number;
  /** 1-based level of the outline; undefined for body text. */
  outlineLevel: number | undefined;
  inTable: boolean;
  endsCell: boolean;
  endsRow: boolean;
  pageBreakBefore: boolean;
  /** Whether it is the initial of the paragraph that follows. */
  isDropCap: boolean;
  /** Page and section breaks inside it. */
  pageBreaks: number;
  /** Properties of the row that it ends. */
  rowSprms: Sprm[];
};

export type ParagraphReader = {
  /** The paragraphs of a part of the text. `mark` gives the mark of a note at a character. */
  read(from: number, to: number, mark?: (position: number) => string | undefined): Iterable<DocParagraph>;
};

const codes = {
  deleted: 0x0800,
  bold: 0x0835,
  italic: 0x0836,
  strike: 0x0837,
  hidden: 0x083c,
  inTable: 0x2416,
  endsRow: 0x2417,
  pageBreakBefore: 0x2407,
  listLevel: 0x260a,
  list: 0x460b,
  outline: 0x2640,
  dropCap: 0x442c,
  script: 0x2a48,
  /** How far text is above the line. */
  distance: 0x4845,
  font: 0x4a4f,
  symbol: 0x6a09,
  isFormData: 0x0806,
  dataPlace: 0x6a03,
} as const;

/** The value of `script` for superscripts. */
const raisedScript = 1;

/**
 * Each character belongs to one part of the text, so that an honest document is read once. In a damaged one thousands of
 * notes may each span all of it.
 */
const maxReadings = 4;

/** A field that is open, with what it shows where it has no result. */
type OpenField = { instruction: string; shown: boolean; form: string; hasResult: boolean };

/** How the characters of a run look, and what replaces them. */
type RunLook = {
  style: InlineStyle;
  raised: boolean;
  font: string | undefined;
  /** The character that a symbol shows; what stands for it in the text is another one. */
  symbol: string | undefined;
  /** The text of the form field whose data is here. */
  form: string;
};

/** Cuts text into paragraphs with their properties. Deleted and hidden text, and instructions of fields, are left out. */
export function createParagraphReader(information: FileInformation, document: DocumentText): ParagraphReader {
  const { main, table } = information;
  const paragraphs = readFormatted(main, table, information.paragraphPages, "paragraphs");
  const runs = runsByPosition(readFormatted(main, table, information.characterPages, "runs"), document);
  const isOn = (sprms: readonly Sprm[], code: number) => [1, 129].includes(byteOf(sprms, code, main) ?? 0);
  const { text } = document;
  const fonts = readFontNames(table, information.fonts);

  let left = maxReadings * text.length;

  function* read(from: number, to: number, mark: (position: number) => string | undefined = () => undefined) {
    const fields: OpenField[] = [];
    const last = Math.min(to, text.length);
    let start = from;
    left -= Math.max(0, last - from);
    if (left < 0) throw new RangeError("parts of the text overlap");
    while (start < last) {
      const end = endOfParagraph(text, start, last);
      yield paragraph(start, end, fields, mark);
      start = end;
    }
  }

  function paragraph(
    start: number,
    end: number,
    fields: OpenField[],
    mark: (position: number) => string | undefined,
  ): DocParagraph {
    const offset = document.offsetOf(end - 1);
    const format = paragraphs[lastAtMost(paragraphs, offset, (one) => one.from)];
    const sprms = format && offset < format.to ? format.sprms : [];
    const last = text[end - 1];
    const outline = byteOf(sprms, codes.outline, main);
    const list = wordOf(sprms, codes.list, main);
    const found: DocParagraph = {
      runs: [],
      style: format && offset < format.to ? format.style : 0,
      list,
      listLevel: byteOf(sprms, codes.listLevel, main) ?? 0,
      outlineLevel: outline !== undefined && outline < 9 ? outline + 1 : undefined,
      inTable: isOn(sprms, codes.inTable),
      endsCell: last === "\u0007",
      endsRow: isOn(sprms, codes.endsRow),
      pageBreakBefore: isOn(sprms, codes.pageBreakBefore),
      isDropCap: ((wordOf(sprms, codes.dropCap, main) ?? 0) & 7) !== 0,
      pageBreaks: 0,
      rowSprms: isOn(sprms, codes.endsRow) ? sprms : [],
    };
    for (
      let index = Math.max(
        lastAtMost(runs, start, (run) => run.start),
        0,
      );
      index < runs.length;
      index += 1
    ) {
      const run = runs[index];
      if (!run || run.start >= end) break;
      const own = run.format.sprms;
      if (isOn(own, codes.deleted) || isOn(own, codes.hidden)) continue;
      const part = { from: Math.max(run.start, start), to: Math.min(run.end, end) };
      pushText(part, lookOf(own), fields, mark, found);
    }
    return found;
  }

  function lookOf(own: readonly Sprm[]): RunLook {
    const symbol = longOf(own, codes.symbol, main);
    return {
      style: {
        bold: isOn(own, codes.bold),
        italic: isOn(own, codes.italic),
        strike: isOn(own, codes.strike),
      },
      raised:
        byteOf(own, codes.script, main) === raisedScript || (wordOf(own, codes.distance, main) ?? 0) > 0,
      font: fonts[wordOf(own, codes.font, main) ?? -1],
      symbol: symbol === undefined ? undefined : shownSymbol(fonts[symbol & 0xffff], symbol >>> 16),
      form: isOn(own, codes.isFormData)
        ? formFieldText(information.data, longOf(own, codes.dataPlace, main) ?? -1)
        : "",
    };
  }

  function pushText(
    { from, to }: { from: number; to: number },
    look: RunLook,
    fields: OpenField[],
    mark: (position: number) => string | undefined,
    into: DocParagraph,
  ): void {
    let shown = "";
    const flush = () => {
      const href = fields
        .map(({ instruction }) => hyperlink(instruction))
        .findLast((target) => target !== undefined);
      const plain = symbolText(shown, look.font);
      const text = look.raised ? raisedText(plain, into.runs.at(-1)?.text ?? "") : plain;
      if (text !== "") into.runs.push({ ...look.style, href, text });
      if (text.trim() !== "") for (const field of fields) field.hasResult = true;
      shown = "";
    };
    for (let position = from; position < to; position += 1) {
      const character = text[position] ?? "";
      const open = fields.at(-1);
      if (character === "\u0013" && fields.length < 50) {
        flush();
        fields.push({ instruction: "", shown: false, form: "", hasResult: false });
      } else if (character === "\u0014" && open) open.shown = true;
      else if (character === "\u0015") {
        flush();
        const ended = fields.pop();
        if (ended && !ended.hasResult && fields.every((field) => field.shown)) {
          const text = ended.form + equationText(ended.instruction);
          if (text !== "") into.runs.push({ ...look.style, text });
        }
      } else if (fields.some((field) => !field.shown)) {
        if (open && !open.shown) open.instruction += character;
        if (open && character === "\u0001") open.form += look.form;
      } else if (character === "\f") into.pageBreaks += 1;
      else {
        const note = mark(position);
        if (note === undefined) shown += look.symbol ?? plainCharacter(character);
        else {
          flush();
          into.runs.push({ text: "", markdown: `[^${note}]` });
        }
      }
    }
    flush();
  }

  return { read };
}

/** One paragraph ends at a mark of its own, at a cell's or at a section's. */
function endOfParagraph(text: string, start: number, to: number): number {
  for (let position = start; position < to; position += 1) {
    const code = text.charCodeAt(position);
    if (code === 0x0d || code === 0x07 || code === 0x0c) return position + 1;
  }
  return to;
}

/** Symbols of fonts that we don't know are left out, as what stands for them would be another sign. */
function shownSymbol(font: string | undefined, code: number): string {
  const plain = code >= 0x20 && code < 0xe000 ? String.fromCharCode(code) : "";
  return symbolCharacter(font, code) ?? plain;
}

function plainCharacter(character: string): string {
  switch (character) {
    case "\u000b":
    case "\u000e":
      return "\n";
    case "\u001e":
      return "-";
    case "\t":
      return "\t";
    default:
      // Marks of paragraphs, pictures, notes and optional hyphens are not text.
      return character < " " ? "" : character;
  }
}
