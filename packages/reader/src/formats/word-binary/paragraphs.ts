import type { InlineRun } from "../../markup/inline.ts";
import { raisedText } from "../../markup/power.ts";
import { hyperlink } from "../word/fields.ts";
import type { FileInformation } from "./file-information.ts";
import { type Formatted, readFormatted } from "./formatted-pages.ts";
import { type DocumentText, lastAtMost } from "./piece-table.ts";
import { byteOf, type Sprm, wordOf } from "./sprms.ts";

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
  script: 0x2a48,
} as const;

/** The value of `script` for superscripts. */
const raisedScript = 1;

/**
 * Each character belongs to one part of the text, so that an honest document is read once. In a damaged one thousands of
 * notes may each span all of it.
 */
const maxReadings = 4;

type Run = { start: number; end: number; format: Formatted };

/** Cuts text into paragraphs with their properties. Deleted and hidden text, and instructions of fields, are left out. */
export function createParagraphReader(information: FileInformation, document: DocumentText): ParagraphReader {
  const { main, table } = information;
  const paragraphs = readFormatted(main, table, information.paragraphPages, "paragraphs");
  const runs = runsByPosition(readFormatted(main, table, information.characterPages, "runs"), document);
  const isOn = (sprms: readonly Sprm[], code: number) => [1, 129].includes(byteOf(sprms, code, main) ?? 0);
  const { text } = document;

  let left = maxReadings * text.length;

  function* read(from: number, to: number, mark: (position: number) => string | undefined = () => undefined) {
    const fields: { instruction: string; shown: boolean }[] = [];
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
    fields: { instruction: string; shown: boolean }[],
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
      const look = {
        bold: isOn(own, codes.bold),
        italic: isOn(own, codes.italic),
        strike: isOn(own, codes.strike),
        raised: byteOf(own, codes.script, main) === raisedScript,
      };
      const part = { from: Math.max(run.start, start), to: Math.min(run.end, end) };
      pushText(part, look, fields, mark, found);
    }
    return found;
  }

  function pushText(
    { from, to }: { from: number; to: number },
    { raised, ...look }: { bold: boolean; italic: boolean; strike: boolean; raised: boolean },
    fields: { instruction: string; shown: boolean }[],
    mark: (position: number) => string | undefined,
    into: DocParagraph,
  ): void {
    let shown = "";
    const flush = () => {
      const href = fields
        .map(({ instruction }) => hyperlink(instruction))
        .findLast((target) => target !== undefined);
      const text = raised ? raisedText(shown, into.runs.at(-1)?.text ?? "") : shown;
      if (text !== "") into.runs.push({ ...look, href, text });
      shown = "";
    };
    for (let position = from; position < to; position += 1) {
      const character = text[position] ?? "";
      const open = fields.at(-1);
      if (character === "\u0013" && fields.length < 50) {
        flush();
        fields.push({ instruction: "", shown: false });
      } else if (character === "\u0014" && open) open.shown = true;
      else if (character === "\u0015") {
        flush();
        fields.pop();
      } else if (fields.some((field) => !field.shown)) {
        if (open && !open.shown) open.instruction += character;
      } else if (character === "\f") into.pageBreaks += 1;
      else {
        const note = mark(position);
        if (note === undefined) shown += plainCharacter(character);
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

/** Runs are kept by their place in the file. Text follows the pieces, so a run may occur in several of them. */
function runsByPosition(formatted: readonly Formatted[], { pieces }: DocumentText): Run[] {
  const runs: Run[] = [];
  const plain: Formatted = { from: 0, to: 0, style: 0, sprms: [] };
  for (const { start, end, offset, width } of pieces) {
    const last = offset + (end - start) * width;
    const position = (byte: number) => start + Math.floor((byte - offset) / width);
    let here = offset;
    for (
      let index = Math.max(
        lastAtMost(formatted, offset, (one) => one.from),
        0,
      );
      here < last;
      index += 1
    ) {
      const one = formatted[index];
      if (!one || one.from >= last) break;
      if (one.to <= here) continue;
      if (one.from > here) runs.push({ start: position(here), end: position(one.from), format: plain });
      const from = Math.max(one.from, here);
      here = Math.min(one.to, last);
      runs.push({ start: position(from), end: position(here), format: one });
    }
    if (here < last) runs.push({ start: position(here), end, format: plain });
  }
  return runs;
}
