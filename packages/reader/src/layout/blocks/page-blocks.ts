import { labelFields } from "../fields/label-fields.ts";
import { findFigures } from "../figures/find-figures.ts";
import { type Aside, asideTexts } from "../lines/asides.ts";
import { garbledWords, type IsGarbledWord, isGarbled } from "../lines/garbled-text.ts";
import type { Atom } from "../lines/page-bands.ts";
import { linesOfWords } from "../lines/page-lines.ts";
import type { FieldBlock, FigureBlock } from "../lines/placed-block.ts";
import type { TableBlock } from "../lines/table-block.ts";
import { type MarginText, marginTexts } from "../margins/margin-texts.ts";
import { isIn, pageHalves } from "../margins/page-halves.ts";
import type { MarginPage, MarginType } from "../margins/page-margins.ts";
import { readingOrder } from "../order/reading-order.ts";
import { around, type Box } from "../page/box.ts";
import { joinDropCaps } from "../page/drop-caps.ts";
import { joinLeaders } from "../page/leaders.ts";
import type { Line } from "../page/line.ts";
import { withoutOverprint } from "../page/overprint.ts";
import type { Page, Word } from "../page/page.ts";
import { joinPlacedColumns } from "../page/placed-columns.ts";
import { type ReadingFrame, readingFrame } from "../page/reading-frame.ts";
import { isUnspaced } from "../page/script.ts";
import { joinSpacedLetters } from "../page/spaced-letters.ts";
import { turnedCells } from "../page/turned-cells.ts";
import { findRuledTables } from "../tables/ruled-tables.ts";
import { withTaggedFigures } from "../tagged/tagged-figures.ts";
import { isTaggedText, type TaggedPage, type TaggedText, taggedPage } from "../tagged/tagged-page.ts";
import { type Block, blocksOfRegion, isTextBlock } from "./blocks.ts";
import { insertBlocks } from "./insert-blocks.ts";
import { joinFormulas } from "./join-formulas.ts";
import { taggedBlocks } from "./tagged-blocks.ts";

/** A page with its words grouped into lines and its ruled tables found. This is all that one page alone can show. */
export type PreparedPage = {
  page: Page;
  frame: ReadingFrame;
  /** The words that a person sees on it, each once. */
  shown: readonly Word[];
  /** What its tags say. Null where it has none that hold. */
  tagged: TaggedPage | null;
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
  /** Places of charts. Their labels align, but they are not tables. */
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
  /** Lines above columns that are read downwards. */
  above: Aside[];
  body: Block[];
  asides: Aside[];
  footers: MarginText[];
};

export function preparePage(page: Page, pageNumber: number): PreparedPage {
  const shown = withoutOverprint(page.words);
  const frame = readingFrame({ ...page, words: joinPlacedColumns(shown) });
  const form = labelFields(frame.fields, joinDropCaps(joinSpacedLetters(joinLeaders(frame.words))));
  const turnedWords = new Map(turnedCells(frame.asides, frame.rules).map(({ word, from }) => [word, from]));
  const written = [...form.words, ...turnedWords.keys()];
  const tagged = page.structure ? taggedPage(page.structure, written, frame.height) : null;
  const texts = tagged?.parts.flatMap((part) => (isTaggedText(part) ? part.words : [])) ?? [];
  const isUpright = (word: Word) => !turnedWords.has(word);
  const drawn = findFigures({ ...frame, words: (tagged?.loose ?? written).filter(isUpright), texts });
  const { words: upright, asides: sideways, rules } = drawn;
  const figures = tagged ? withTaggedFigures(drawn.figures, tagged, frame.direction) : drawn.figures;
  const beside = new Set(sideways);
  const loose = new Set(tagged?.loose ?? written);
  const isTagged = (word: Word) => !loose.has(word);
  const turned = [...turnedWords].filter(([, from]) => from.every((word) => beside.has(word)));
  const strict = tagged?.parts.flatMap(strictWords) ?? [];
  const words = [
    ...upright,
    ...turned.map(([word]) => word).filter((word) => !isTagged(word)),
    ...(tagged?.parts.flatMap(plainWords) ?? []),
  ];
  const halves = tagged ? [pageBox(frame)] : pageHalves({ ...frame, words: upright });
  const found = halves.map((half) =>
    halves.length === 1
      ? findRuledTables(words, rules)
      : findRuledTables(
          words.filter((word) => isIn(half, word)),
          rules.filter((rule) => isIn(half, rule)),
        ),
  );
  const tables = found.flatMap((half) => half.tables);
  const rest = found.map((half) => half.rest.filter((word) => isUpright(word) || isTagged(word)));
  if (strict.length > 0) rest[0] = [...(rest[0] ?? []), ...strict];
  const lines = rest.flatMap((half) => linesOfWords(half));
  // What is in no table stays beside the text.
  const outside = new Set(found.flatMap((half) => half.rest));
  const inCells = new Set(
    turned.flatMap(([word, from]) => (isTagged(word) || !outside.has(word) ? from : [])),
  );
  const asides = sideways.filter((word) => !inCells.has(word));
  const charts = found.flatMap((half) => half.charts);
  const isAllGarbled = page.textSource === undefined && isGarbled(page.words);
  return {
    page,
    frame,
    shown,
    tagged,
    halves,
    tables,
    figures,
    fields: form.blocks,
    inline: form.inline,
    asides,
    charts,
    margins: {
      pageNumber,
      height: frame.height,
      lines,
      ...(tagged && { isTagged: taggedLines(texts, tagged, form.words) }),
    },
    isGarbled: isAllGarbled,
    isGarbledWord: page.textSource === undefined && !isAllGarbled ? garbledWords(page.words) : null,
  };
}

const pageBox = ({ width, height }: ReadingFrame): Box => ({ left: 0, top: 0, right: width, bottom: height });

/** Classifies lines of a tagged page: true for tagged ones, false for those above or below all tags. */
function taggedLines(
  texts: readonly Word[],
  { untagged }: TaggedPage,
  all: readonly Word[],
): (line: Line) => boolean | null {
  const tagged = new Set(texts);
  const { top, bottom } = around(all.filter((word) => !untagged.has(word)));
  return (line) => {
    if (line.words.some((word) => tagged.has(word))) return true;
    return line.bottom <= top + 1 || line.top >= bottom - 1 ? false : null;
  };
}

/** Lines around plain text may make it a table, whatever its tags. */
const plainWords = (part: TaggedText | TableBlock): Word[] =>
  isTaggedText(part) && part.role.kind === "paragraph" ? part.words : [];

const strictWords = (part: TaggedText | TableBlock): Word[] =>
  isTaggedText(part) && part.role.kind !== "paragraph" ? part.words : [];

/** Blocks of a page in reading order, in the coordinates of its frame. */
export function blocksOfPage(prepared: PreparedPage, marginTypes: ReadonlyMap<Line, MarginType>): PageBlocks {
  const { frame, tagged, halves, tables, charts, figures, fields, inline, asides, margins } = prepared;
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
  const read = (some: readonly Atom[]) => readingOrder(some, options).flatMap(blocksOfRegion);
  const parts = rightToLeft ? [...halves].reverse() : halves;
  const ordered = tagged
    ? blocksByTags(tagged, prepared, marginTypes, read)
    : parts.flatMap((half) => read(halves.length === 1 ? atoms : atoms.filter((atom) => isIn(half, atom))));
  const texts = marginTexts(marginTypes);
  const isAbove = (text: MarginText) => text.top < frame.height / 2;
  const beside = asideTexts(asides, frame.width, frame.height, frame.direction);
  const isOverColumns = overColumns(frame, bodyLines);
  return {
    headers: texts.filter(isAbove),
    above: beside.filter(isOverColumns),
    body: [...insertBlocks(joinFormulas(ordered), figures), ...inline],
    asides: beside.filter((aside) => !isOverColumns(aside)),
    footers: texts.filter((text) => !isAbove(text)),
  };
}

/** Finds upright lines above columns of Chinese or Japanese, which are read downwards. */
function overColumns({ direction }: ReadingFrame, lines: readonly Line[]): (aside: Aside) => boolean {
  if (direction !== 90 || lines.length === 0 || !lines.some(({ text }) => isUnspaced(text)))
    return () => false;
  // In the frame, the top of the page is at the left.
  const { left } = around(lines);
  return (aside) => aside.direction === 0 && aside.right <= left;
}

/** What has no tag goes beside what has one. */
function blocksByTags(
  tagged: TaggedPage,
  { tables, fields, margins }: PreparedPage,
  marginTypes: ReadonlyMap<Line, MarginType>,
  read: (atoms: readonly Atom[]) => Block[],
): Block[] {
  const inMargins = new Set([...marginTypes.keys()].flatMap((line) => line.words));
  const inTables = new Set(tables.flatMap(({ rows }) => rows.flat().flatMap(({ words }) => words)));
  const isFree = (word: Word) => !inMargins.has(word) && !inTables.has(word);
  const plain = tagged.parts.flatMap(plainWords).filter(isFree);
  const loose = new Set(tagged.loose);
  const outside = margins.lines
    .flatMap(({ words }) => words)
    .filter((word) => loose.has(word) && isFree(word));
  const aligned = tagged.parts.every(isTaggedText)
    ? read(linesOfWords(plain)).filter((block): block is TableBlock => "columnCount" in block)
    : [];
  const blocks = taggedBlocks(tagged, [...tables, ...aligned], inMargins);
  return insertBlocks(blocks, read([...linesOfWords(outside), ...fields]).map(asPlain));
}

const asPlain = (block: Block): Block =>
  isTextBlock(block) ? { ...block, role: { kind: "paragraph" } } : block;

/** On a page of plain text from a printer, fixed-width type says nothing. */
const isRare = (lines: readonly Line[], all: readonly Line[]) => lines.length < 0.7 * all.length;
