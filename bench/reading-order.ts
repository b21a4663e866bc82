import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ParsedElement } from "../packages/reader/src/element.ts";
import { createDocumentReader } from "../packages/reader/src/read-document.ts";
import { type PageScore, scorePage } from "./support/reading-score.ts";
import { readingTruth } from "./support/reading-truth.ts";
import { printReport } from "./support/report.ts";

/**
 * Reading order, headings and element types on 30 pages, against what a person reads on them. Usage:
 *
 *     node bench/reading-order.ts [corpora folder] [part of a page's name]
 *
 * The truth is in bench/corpora/reading-truth. The documents are in the folder (or `HEADWATER_CORPORA`; default
 * `../shared/corpora` beside the project). With a part of a name, only those pages are read, and what differs is printed.
 */
const root = resolve(
  process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);
const only = process.argv[3];

const readDocument = createDocumentReader();

async function elementsOf(source: string): Promise<ParsedElement[]> {
  const elements: ParsedElement[] = [];
  const file = join(root, source);
  for await (const part of readDocument({ bytes: await readFile(file), fileName: file })) {
    if (part.kind === "elements") elements.push(...part.elements);
  }
  return elements;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

function figuresOf(scores: readonly PageScore[]) {
  const found = sum(scores.map(({ titles }) => titles.found));
  const wanted = sum(scores.map(({ titles }) => titles.wanted));
  const given = sum(scores.map(({ titles }) => titles.given));
  const matched = sum(scores.map(({ matches }) => matches.length));
  const blocks = sum(scores.map(({ page }) => page.blocks.length));
  return {
    order: share(sum(scores.map(({ order }) => order)), scores.length),
    headings: share(2 * found, wanted + given),
    types: share(sum(scores.map(({ rightTypes }) => rightTypes)), matched),
    levels: share(sum(scores.map(({ rightLevels }) => rightLevels)), found),
    found: share(matched, blocks),
    blocks,
  };
}

function printKinds(scores: readonly PageScore[]): void {
  const kinds = [...new Set(scores.map(({ page }) => page.kind))].sort();
  console.log(
    "\n| kind of page | pages | blocks | found | order | headings F1 | types |\n| --- | --- | --- | --- | --- | --- | --- |",
  );
  for (const kind of kinds) {
    const those = scores.filter(({ page }) => page.kind === kind);
    const { blocks, found, order, headings, types } = figuresOf(those);
    const cells = [found, order, headings, types].map((value) => value.toFixed(3));
    console.log(`| ${[kind, those.length, blocks, ...cells].join(" | ")} |`);
  }
}

function printDifferences({ page, matches, missed, extra, order }: PageScore): void {
  const short = (text = "") => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
  console.log(`\n${page.name}: order ${order.toFixed(3)}`);
  for (const { truth, element } of matches) {
    if (truth.type !== element.type)
      console.log(`  ${truth.type} is given as ${element.type}: ${short(element.text)}`);
    else if (truth.level !== undefined && truth.level !== element.level)
      console.log(`  level ${truth.level} is given as ${element.level}: ${short(element.text)}`);
  }
  for (const { type, text, first, box } of missed)
    console.log(`  missing ${type} ${box}: ${short(text ?? first)}`);
  for (const { type, text, boundingBox: box } of extra) {
    const edges = box && [box.left, box.top, box.left + box.width, box.top + box.height].map(Math.round);
    console.log(`  extra ${type} ${edges}: ${short(text)}`);
  }
}

function report(scores: readonly PageScore[]): void {
  const { order, headings, types, levels, found, blocks } = figuresOf(scores);
  printReport([
    {
      what: `reading order of ${scores.length} pages, 1 − normalised edit distance`,
      measured: order.toFixed(3),
      aim: "≥ .95",
      met: order >= 0.95,
    },
    { what: "headings, F1", measured: headings.toFixed(3), aim: "≥ .85", met: headings >= 0.85 },
    { what: "element types of the blocks found", measured: types.toFixed(3), aim: "≥ .9", met: types >= 0.9 },
    { what: `of ${blocks} blocks found`, measured: found.toFixed(3) },
    { what: "of the headings found, those with the same level", measured: levels.toFixed(3) },
  ]);
  printKinds(scores);
}

const pages = readingTruth().filter(({ name }) => only === undefined || name.includes(only));
if (!pages.every(({ source }) => existsSync(join(root, source)))) {
  console.log(
    `${root} does not hold the documents of this benchmark: name the folder as argument or in HEADWATER_CORPORA.`,
  );
} else {
  const scores: PageScore[] = [];
  for (const source of new Set(pages.map((page) => page.source))) {
    const elements = await elementsOf(source);
    for (const page of pages.filter((one) => one.source === source)) {
      scores.push(
        scorePage(
          page,
          elements.filter(({ pageNumber }) => pageNumber === page.page),
        ),
      );
    }
  }
  if (only !== undefined) for (const score of scores) printDifferences(score);
  report(scores);
}
