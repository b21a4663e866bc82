import { asideTexts } from "./asides.ts";
import { type Block, blocksOfRegion } from "./blocks.ts";
import type { Box } from "./box.ts";
import { joinDropCaps } from "./drop-caps.ts";
import { findFigures } from "./find-figures.ts";
import { garbledWords, type IsGarbledWord, isGarbled } from "./garbled-text.ts";
import { insertFigures } from "./insert-figures.ts";
import { joinFormulas } from "./join-formulas.ts";
import { labelFields } from "./label-fields.ts";
import { joinLeaders } from "./leaders.ts";
import type { Line } from "./line.ts";
import { type MarginText, marginTexts } from "./margin-texts.ts";
import { withoutOverprint } from "./overprint.ts";
import type { Page, Word } from "./page.ts";
import type { Atom } from "./page-bands.ts";
import { isIn, pageHalves } from "./page-halves.ts";
import { linesOfWords } from "./page-lines.ts";
import type { MarginPage, MarginType } from "./page-margins.ts";
import type { FieldBlock, FigureBlock } from "./placed-block.ts";
import { type ReadingFrame, readingFrame } from "./reading-frame.ts";
import { readingOrder } from "./reading-order.ts";
import { findRuledTables } from "./ruled-tables.ts";
import { joinSpacedLetters } from "./spaced-letters.ts";
import type { TableBlock } from "./table-block.ts";
import { turnedCells } from "./turned-cells.ts";

/** A page with its words grouped into lines and its ruled tables found. This is all that one page alone can show. */
export type PreparedPage = {
  page: Page;
  frame: ReadingFrame;
  /** The words that a person sees on it, each once. */
  shown: readonly Word[];
  /** Two where the sheet shows two pages side by side. */
  halves: Box[];
  tables: TableBlock[];
  figures: FigureBlock[];
  /** Form fields, which are read like lines of text. */
  fields: FieldBlock[];
  /** Form fields inside a sentence. The sentence has their values, too. */
  inline: FieldBlock[];
  /** Words that read in another direction than the page. */
  asides: readonly Word[];
  /** Places of charts. Their labels align, but are no table. */
  charts: Box[];
  /** Lines outside tables, in which headers and footers are searched. */
  margins: MarginPage;
  /** Whether its text is probably not what the page shows. */
  isGarbled: boolean;
  /** Which words are not, on a page that is sound otherwise. */
  isGarbledWord: IsGarbledWord | null;
};

type PageBlocks = {
  headers: MarginText[];
  body: Block[];
  asides: (Box & { text: string })[];
  footers: MarginText[];
};

export function preparePage(page: Page, pageNumber: number): PreparedPage {
  const shown = withoutOverprint(page.words);
  const frame = readingFrame({ ...page, words: shown });
  const form = labelFields(frame.fields, joinDropCaps(joinSpacedLetters(joinLeaders(frame.words))));
  const { figures, words: upright, asides: sideways, rules } = findFigures({ ...frame, words: form.words });
  const turned = turnedCells(sideways, rules);
  const turnedWords = new Map(turned.map(({ word, from }) => [word, from]));
  const words = [...upright, ...turnedWords.keys()];
  const halves = pageHalves({ ...frame, words: upright });
  const found = halves.map((half) =>
    halves.length === 1
      ? findRuledTables(words, rules)
      : findRuledTables(
          words.filter((word) => isIn(half, word)),
          rules.filter((rule) => isIn(half, rule)),
        ),
  );
  const tables = found.flatMap((half) => half.tables);
  const rest = found.map((half) => half.rest.filter((word) => !turnedWords.has(word)));
  const lines = rest.flatMap(linesOfWords);
  // What is in no table stays beside the text.
  const outside = new Set(found.flatMap((half) => half.rest));
  const inCells = new Set(turned.flatMap(({ word, from }) => (outside.has(word) ? [] : from)));
  const asides = sideways.filter((word) => !inCells.has(word));
  const charts = found.flatMap((half) => half.charts);
  const isAllGarbled = page.textSource === undefined && isGarbled(page.words);
  return {
    page,
    frame,
    shown,
    halves,
    tables,
    figures,
    fields: form.blocks,
    inline: form.inline,
    asides,
    charts,
    margins: { pageNumber, height: frame.height, lines },
    isGarbled: isAllGarbled,
    isGarbledWord: page.textSource === undefined && !isAllGarbled ? garbledWords(page.words) : null,
  };
}

/** Blocks of a page in reading order, in the coordinates of its frame. */
export function blocksOfPage(prepared: PreparedPage, marginTypes: ReadonlyMap<Line, MarginType>): PageBlocks {
  const { frame, halves, tables, charts, figures, fields, inline, asides, margins } = prepared;
  const bodyLines = margins.lines.filter((line) => !marginTypes.has(line));
  const atoms: Atom[] = [...bodyLines, ...tables, ...fields];
  const letters = bodyLines.reduce((sum, line) => sum + line.text.length, 0);
  const leftward = bodyLines.reduce((sum, line) => sum + (line.rightToLeft ? line.text.length : 0), 0);
  const rightToLeft = leftward > 0.5 * letters;
  const options = {
    rightToLeft,
    charts,
    fixedWidthIsCode: isRare(
      bodyLines.filter((line) => line.monospaced),
      bodyLines,
    ),
  };
  const regions = (rightToLeft ? [...halves].reverse() : halves).flatMap((half) =>
    readingOrder(halves.length === 1 ? atoms : atoms.filter((atom) => isIn(half, atom)), options),
  );
  const texts = marginTexts(marginTypes);
  const isAbove = (text: MarginText) => text.top < frame.height / 2;
  return {
    headers: texts.filter(isAbove),
    body: [...insertFigures(joinFormulas(regions.flatMap(blocksOfRegion)), figures), ...inline],
    asides: asideTexts(asides, frame.width, frame.height, frame.direction),
    footers: texts.filter((text) => !isAbove(text)),
  };
}

/** On a page of plain text from a printer, fixed-width type says nothing. */
const isRare = (lines: readonly Line[], all: readonly Line[]) => lines.length < 0.7 * all.length;
