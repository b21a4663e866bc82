import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ParsedElement } from "../packages/reader/src/element.ts";
import { createPdfParser } from "../packages/reader/src/formats/pdf/parse-pdf.ts";
import type { OpenPdf } from "../packages/reader/src/formats/pdf/pdf-document.ts";
import { createPdfReader } from "../packages/reader/src/pdfium/pdf-reader.ts";
import { printReport } from "./support/report.ts";
import { gridOfHtml } from "./support/table-grid.ts";

/**
 * Tagged PDFs, read with their structure trees and without. Usage:
 *
 *     node bench/tagged-pdf.ts [corpora folder] [part of a name]
 *
 * The folder (or `HEADWATER_CORPORA`; default `../shared/corpora` beside the project) holds `tagged-pdf`. The truth is
 * what the trees say. So with the tree, the figures show that what it says arrives; without it, they measure the rules
 * that read the page. With a part of a name, headings that differ are printed.
 */
const folder = join(
  resolve(
    process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
  ),
  "tagged-pdf",
);
const only = process.argv[3];

type Truth = {
  headings: { level: number; text: string }[];
  tables: { text: string; header: boolean }[][][];
  blocks: { role: string; text: string }[];
};
type Count = { right: number; given: number; wanted: number };
type Score = Record<"headings" | "cells" | "headers" | "blocks", Count> & {
  order: Count;
  levels: Count;
  processorTime: number;
};

const reader = createPdfReader();
/** Whether any page of the last document had tags. Files may have a tree and say that it is not to be used. */
let hadTags = false;
const openPdf: OpenPdf = async (bytes) => {
  const document = await reader(bytes);
  hadTags = false;
  return {
    ...document,
    async readPage(pageNumber) {
      const page = await document.readPage(pageNumber);
      hadTags ||= page.structure !== undefined;
      return page;
    },
  };
};
const openWithoutTree: OpenPdf = async (bytes) => {
  const document = await openPdf(bytes);
  return {
    ...document,
    async readPage(pageNumber) {
      const { structure: _hidden, ...page } = await document.readPage(pageNumber);
      return page;
    },
  };
};

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

function compared(given: readonly string[], wanted: readonly string[]): Count {
  const [ours, truths] = [given, wanted].map((texts) => texts.map(plain).filter((text) => text !== "")) as [
    string[],
    string[],
  ];
  const left = new Map<string, number>();
  for (const text of truths) left.set(text, (left.get(text) ?? 0) + 1);
  let right = 0;
  for (const text of ours) {
    const count = left.get(text) ?? 0;
    if (count === 0) continue;
    left.set(text, count - 1);
    right += 1;
  }
  return { right, given: ours.length, wanted: truths.length };
}

/** Of the blocks whose text is found in ours, how many are in order: the longest ordered sequence. */
function inOrder(elements: readonly ParsedElement[], blocks: readonly Truth["blocks"][number][]): Count {
  const whole = elements.map(({ text }) => plain(text)).join("");
  const places: number[] = [];
  for (const { text } of blocks) {
    const start = plain(text).slice(0, 40);
    if (start.length < 12) continue;
    const at = whole.indexOf(start);
    if (at >= 0 && whole.indexOf(start, at + 1) < 0) places.push(at);
  }
  const ends: number[] = [];
  for (const place of places) {
    const at = ends.findIndex((end) => end >= place);
    if (at < 0) ends.push(place);
    else ends[at] = place;
  }
  return { right: ends.length, given: places.length, wanted: places.length };
}

async function score(open: OpenPdf, bytes: Uint8Array, truth: Truth): Promise<Score & { titles: string[] }> {
  const parse = createPdfParser(open, () => Promise.reject(new Error("not needed")));
  const before = process.cpuUsage();
  const { elements } = await parse(
    { bytes, fileName: "a.pdf", extension: "pdf", method: "fast" },
    { onProgress: () => {} },
  );
  const { user } = process.cpuUsage(before);
  const titles = elements.filter(({ type }) => type === "Title");
  const cells = elements.flatMap(({ html }) => (html ? gridOfHtml(html) : []));
  const headers = elements.flatMap(({ html }) =>
    [...(html ?? "").matchAll(/<th[^>]*>(.*?)<\/th>/g)].map((match) =>
      (match[1] ?? "").replace(/<br>|&\w+;/g, " "),
    ),
  );
  const truthCells = truth.tables.flat(2);
  const found = titles.filter(({ text }) => truth.headings.some((one) => plain(one.text) === plain(text)));
  return {
    titles: titles.map(({ text }) => text),
    headings: compared(
      titles.map(({ text }) => text),
      truth.headings.map(({ text }) => text),
    ),
    levels: {
      right: found.filter(({ text, level }) =>
        truth.headings.some((one) => plain(one.text) === plain(text) && one.level === level),
      ).length,
      given: found.length,
      wanted: found.length,
    },
    cells: compared(
      cells.map(({ text }) => text),
      truthCells.map(({ text }) => text),
    ),
    headers: compared(
      headers,
      truthCells.filter(({ header }) => header).map(({ text }) => text),
    ),
    blocks: compared(
      elements.filter(({ type }) => !marginTypes.has(type)).map(({ text }) => text),
      truth.blocks.filter(({ role }) => role !== "Table").map(({ text }) => text),
    ),
    order: inOrder(elements, truth.blocks),
    processorTime: user,
  };
}

const marginTypes = new Set(["Header", "Footer", "PageNumber", "Table", "Image"]);

const sum = (counts: readonly Count[]): Count => ({
  right: counts.reduce((total, { right }) => total + right, 0),
  given: counts.reduce((total, { given }) => total + given, 0),
  wanted: counts.reduce((total, { wanted }) => total + wanted, 0),
});
const f1 = ({ right, given, wanted }: Count): number =>
  given + wanted === 0 ? 1 : (2 * right) / (given + wanted);

if (!existsSync(folder)) {
  console.log(`${folder} does not exist: name the folder that holds tagged-pdf/, or set HEADWATER_CORPORA.`);
} else {
  const names = readdirSync(join(folder, "truth"))
    .map((file) => file.replace(/\.json$/, ""))
    .filter((name) => only === undefined || only === "all" || name.includes(only));
  const used: Score[] = [];
  const hidden: Score[] = [];
  const withHeadings: number[] = [];
  for (const name of names) {
    const truth = JSON.parse(await readFile(join(folder, "truth", `${name}.json`), "utf8")) as Truth;
    const bytes = await readFile(join(folder, "pdf", `${name}.pdf`));
    const without = await score(openWithoutTree, bytes, truth);
    const withTree = await score(openPdf, bytes, truth);
    if (!hadTags) continue;
    if (truth.headings.length > 0) withHeadings.push(used.length);
    hidden.push(without);
    used.push(withTree);
    if (only !== undefined) {
      const parts = (["headings", "levels", "cells", "headers", "blocks", "order"] as const).map(
        (part) => `${part} ${f1(without[part]).toFixed(2)}→${f1(withTree[part]).toFixed(2)}`,
      );
      console.log(name, parts.join(" "));
      const wanted = truth.headings.map(({ text }) => text);
      const lists = { hidden: without.titles, used: withTree.titles };
      for (const [way, titles] of Object.entries(lists)) {
        for (const text of titles) {
          if (!wanted.some((other) => plain(other) === plain(text))) console.log(`  ${way}: added ${text}`);
        }
        for (const text of wanted) {
          if (!titles.some((other) => plain(other) === plain(text))) console.log(`  ${way}: missing ${text}`);
        }
      }
    }
  }
  const row = (
    what: string,
    part: Exclude<keyof Score, "processorTime">,
    aim?: number,
    at = used.map((_, i) => i),
  ) => {
    const of = (scores: readonly Score[]) => f1(sum(at.map((index) => (scores[index] as Score)[part])));
    const [measured, hiddenTree] = [of(used), of(hidden)];
    return {
      what,
      measured: measured.toFixed(3),
      against: `${hiddenTree.toFixed(3)}, tree hidden`,
      ...(aim !== undefined && { aim: `≥ ${aim}`, met: measured >= aim }),
    };
  };
  const time = (scores: readonly Score[]) => scores.reduce((total, one) => total + one.processorTime, 0);
  printReport([
    row(`headings F1, ${withHeadings.length} PDFs whose trees have some`, "headings", 0.97, withHeadings),
    row("levels of the headings found", "levels", 0.97),
    row(`cells of tables, F1, ${used.length} PDFs`, "cells"),
    row("header cells, F1", "headers"),
    row("blocks with the same text, F1", "blocks"),
    row("blocks in order", "order", 0.98),
    {
      what: "CPU time, with the tree",
      measured: `${(time(used) / time(hidden)).toFixed(2)} ×`,
      against: "1 ×, tree hidden",
    },
  ]);
}
