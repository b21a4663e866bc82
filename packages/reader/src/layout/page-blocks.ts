import { asideTexts } from "./asides.ts";
import { type Block, blocksOfRegion } from "./blocks.ts";
import type { Box } from "./box.ts";
import { isGarbled } from "./garbled-text.ts";
import { type Line, makeLine } from "./line.ts";
import type { Page } from "./page.ts";
import type { Atom } from "./page-bands.ts";
import { linesOfWords } from "./page-lines.ts";
import type { MarginPage, MarginType } from "./page-margins.ts";
import { type ReadingFrame, readingFrame } from "./reading-frame.ts";
import { readingOrder } from "./reading-order.ts";
import { findRuledTables } from "./ruled-tables.ts";
import type { TableBlock } from "./table-block.ts";
import { rowsOfLines } from "./text-rows.ts";

/** A page with its words grouped into lines and its ruled tables found. This is all that one page alone can show. */
export type PreparedPage = {
  page: Page;
  frame: ReadingFrame;
  tables: TableBlock[];
  /** Places of charts. Their labels align, but are no table. */
  charts: Box[];
  /** Lines outside tables, in which headers and footers are searched. */
  margins: MarginPage;
  /** Whether its text is probably not what the page shows. */
  isGarbled: boolean;
};

type MarginText = Box & { type: MarginType; text: string };

type PageBlocks = {
  headers: MarginText[];
  body: Block[];
  asides: (Box & { text: string })[];
  footers: MarginText[];
};

export function preparePage(page: Page, pageNumber: number): PreparedPage {
  const frame = readingFrame(page);
  const { tables, charts, rest } = findRuledTables(frame.words, frame.rules);
  const lines = linesOfWords(rest);
  return {
    page,
    frame,
    tables,
    charts,
    margins: { pageNumber, height: frame.height, lines },
    isGarbled: page.textSource === undefined && isGarbled(page.words),
  };
}

/** Blocks of a page in reading order, in the coordinates of its frame. */
export function blocksOfPage(prepared: PreparedPage, marginTypes: ReadonlyMap<Line, MarginType>): PageBlocks {
  const { frame, tables, charts, margins } = prepared;
  const bodyLines = margins.lines.filter((line) => !marginTypes.has(line));
  const atoms: Atom[] = [...bodyLines, ...tables];
  const letters = bodyLines.reduce((sum, line) => sum + line.text.length, 0);
  const leftward = bodyLines.reduce((sum, line) => sum + (line.rightToLeft ? line.text.length : 0), 0);
  const regions = readingOrder(atoms, { rightToLeft: leftward > 0.5 * letters, charts });
  const marginTexts = joinMargins(marginTypes);
  const isAbove = (text: MarginText) => text.top < frame.height / 2;
  return {
    headers: marginTexts.filter(isAbove),
    body: regions.flatMap(blocksOfRegion),
    asides: asideTexts(frame.asides, frame.width, frame.height, frame.direction),
    footers: marginTexts.filter((text) => !isAbove(text)),
  };
}

/** Parts of one row and of one kind make one header. */
function joinMargins(types: ReadonlyMap<Line, MarginType>): MarginText[] {
  const texts: MarginText[] = [];
  for (const row of rowsOfLines([...types.keys()])) {
    for (const type of new Set(row.lines.map((line) => types.get(line)))) {
      if (type === undefined) continue;
      const same = row.lines.filter((line) => types.get(line) === type);
      const { text, left, top, right, bottom } = makeLine(same.flatMap((line) => line.words));
      texts.push({ type, text, left, top, right, bottom });
    }
  }
  return texts;
}
