import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createDocumentReader, type ParsedElement, ParseError } from "../packages/reader/src/index.ts";
import { type Figure, printReport } from "./support/report.ts";
import { meanScore, type ShingleScore, shingleScore } from "./support/shingle-score.ts";
import { type SavedPage, savedPages } from "./support/web-collections.ts";
import { wordScore, wordsOf } from "./support/word-score.ts";

/**
 * The main content of saved web pages against the truth of three collections: articles by shingles of four words (the
 * measure of article-extraction-benchmark), the segments of trafilatura's evaluation that must and must not be read, and
 * pages of seven kinds by the mean F1 over words. Usage:
 *
 *     node bench/web-pages.ts [corpora folder] [worst | part of a page's name]
 *
 * The folder (or `HEADWATER_CORPORA`; default `../shared/corpora` beside the project) holds `web-pages`. A third of the
 * sites is held back: its pages are measured, never shown. `worst` lists the others from the worst on, and a part of a
 * name prints what is missing and what was added. Below the table: characters kept too many and lost, by type of element.
 */
const folder = join(
  resolve(
    process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
  ),
  "web-pages",
);
const wanted = process.argv[3];
const aims = { articles: 0.965, "seven kinds": 0.9, kind: 0.8 };

type ReadPage = SavedPage & {
  text: string;
  shingles: ShingleScore;
  f1: number;
  found: number;
  added: number;
};

const readDocument = createDocumentReader();

/** The elements of a page; none when it is refused, as a page without text is. */
async function elementsOf(html: Uint8Array, url?: string): Promise<ParsedElement[]> {
  const elements: ParsedElement[] = [];
  const input = { bytes: html, extension: "html", ...(url !== undefined && { webPage: { url } }) };
  try {
    for await (const part of readDocument(input))
      if (part.kind === "elements") elements.push(...part.elements);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
  }
  return elements;
}

const textOf = (elements: readonly ParsedElement[]): string => elements.map(({ text }) => text).join("\n");

/** The true texts are without the page's title, pictures and captions, which are elements of their own here. */
const bodyOf = ([first, ...others]: ParsedElement[]): ParsedElement[] =>
  [...(first && !first.metadata?.document_title ? [first] : []), ...others].filter(
    ({ type }) => type !== "Image" && type !== "FigureCaption",
  );

const mean = (values: number[]): number =>
  values.reduce((total, value) => total + value, 0) / (values.length || 1);
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
const squash = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();

type Amounts = { kept: number; lost: number };
const byType = new Map<string, Amounts>();

function count(type: string, amount: keyof Amounts, length: number): void {
  const amounts = byType.get(type) ?? { kept: 0, lost: 0 };
  byType.set(type, { ...amounts, [amount]: amounts[amount] + length });
}

/** Adds what was read and is not in the truth, and what an uploaded file would give and is missing here. */
async function countLosses(page: SavedPage, body: readonly ParsedElement[]): Promise<void> {
  const truth = squash(page.truth);
  const read = squash(textOf(body));
  for (const { type, text } of body) if (!truth.includes(squash(text))) count(type, "kept", text.length);
  for (const { type, text } of await elementsOf(page.html)) {
    const squashed = squash(text);
    if (squashed && truth.includes(squashed) && !read.includes(squashed)) count(type, "lost", text.length);
  }
}

async function readPage(page: SavedPage): Promise<ReadPage> {
  const elements = await elementsOf(page.html, page.url);
  const body = bodyOf(elements);
  const text = textOf(body);
  if (page.collection === "seven kinds" && !page.isHeldBack) await countLosses(page, body);
  const all = oneLine(textOf(elements));
  const reference = wordsOf(page.truth).map((word) => ({ text: word, endsLine: false }));
  return {
    ...page,
    text,
    shingles: shingleScore(page.truth, text),
    f1: reference.length === 0 && text === "" ? 1 : wordScore(text, reference).f1,
    found: page.with.filter((piece) => all.includes(oneLine(piece))).length,
    added: page.without.filter((piece) => all.includes(oneLine(piece))).length,
  };
}

/** F1 over the pieces of all pages. */
function segmentScore(pages: readonly ReadPage[]): number {
  const found = mean(pages.map((page) => page.found));
  return (2 * found) / (found + mean(pages.map((page) => page.with.length + page.added)) || 1);
}

const measures: Record<SavedPage["collection"], (pages: readonly ReadPage[]) => number> = {
  articles: (pages) => meanScore(pages.map(({ shingles }) => shingles)).f1,
  segments: segmentScore,
  "seven kinds": (pages) => mean(pages.map(({ f1 }) => f1)),
};

function row(what: string, pages: readonly ReadPage[], aim?: number): Figure {
  const measure = measures[pages[0]?.collection ?? "articles"];
  const f1 = measure(pages);
  const [held, others] = [true, false].map((side) =>
    measure(pages.filter((page) => page.isHeldBack === side)),
  );
  const measured = `F1 ${f1.toFixed(4)} (sites in view ${others?.toFixed(4)}, held back ${held?.toFixed(4)})`;
  return {
    what: `${what}, ${pages.length} pages`,
    measured,
    ...(aim && { aim: `≥ ${aim}`, met: f1 >= aim }),
  };
}

const scoreOf = ({ collection, shingles, f1, found, added, ...page }: ReadPage): number =>
  collection === "articles"
    ? shingles.right
    : collection === "segments"
      ? (found - added) / page.with.length
      : f1;

/** Prints the lines of a page that were added, and those that are missing. */
function showDifferences({ name, url, truth, text, ...page }: ReadPage): void {
  console.log(`${name} ${url} ${scoreOf({ name, url, truth, text, ...page }).toFixed(3)}`);
  const lines = (value: string) => value.split(/\n+/).map(oneLine);
  const [inTruth, inText] = [squash(truth), squash(text)];
  for (const line of lines(text)) if (!inTruth.includes(squash(line))) console.log(`  added:   ${line}`);
  for (const line of lines(truth)) if (!inText.includes(squash(line))) console.log(`  missing: ${line}`);
}

if (!existsSync(folder)) {
  console.log(`${folder} does not exist: name the folder that holds web-pages/, or set HEADWATER_CORPORA.`);
} else {
  const pages: ReadPage[] = [];
  for await (const page of savedPages(folder)) pages.push(await readPage(page));
  const of = (collection: string) => pages.filter((page) => page.collection === collection);
  const kinds = Map.groupBy(of("seven kinds"), ({ kind }) => kind);
  printReport([
    row("articles", of("articles"), aims.articles),
    row("trafilatura's segments", of("segments")),
    row("seven kinds", of("seven kinds"), aims["seven kinds"]),
    ...[...kinds].map(([kind, list]) => row(`– ${kind}`, list, aims.kind)),
  ]);
  console.log("\nSeven kinds, sites in view, characters kept too many and lost, by type of element:");
  for (const [type, { kept, lost }] of byType) console.log(`  ${type.padEnd(20)} ${kept} ${lost}`);
  const inView = pages.filter(({ isHeldBack }) => !isHeldBack).sort((a, b) => scoreOf(a) - scoreOf(b));
  for (const page of wanted ? inView : []) {
    if (wanted === "worst")
      console.log(`  ${scoreOf(page).toFixed(3)} ${page.kind} ${page.name} ${page.url}`);
    else if (wanted && page.name.startsWith(wanted)) showDifferences(page);
  }
}
