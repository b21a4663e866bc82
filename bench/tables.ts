import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createDocumentReader, type ParsedElement } from "../packages/reader/src/index.ts";
import { printReport } from "./support/report.ts";
import { gridOfHtml, sizeOfGrid } from "./support/table-grid.ts";
import {
  adjacencyRelations,
  type GridCell,
  meanOfDocuments,
  type RelationScore,
  relationScore,
} from "./support/table-relations.ts";
import { type TruthTable, truthTables } from "./support/table-truth.ts";

/**
 * Tables of PDFs against the truth of the ICDAR 2013 table competition, by its measure: cells' adjacency relations,
 * detection and structure together. Usage:
 *
 *     node bench/tables.ts [corpora folder] [dev | part of a name]
 *
 * The folder (or `HEADWATER_CORPORA`; default `../shared/corpora` beside the project) holds `tables`. Rules are
 * developed on the files with even numbers only. `dev` lists these; a part of a name prints what differs in
 * those of them that have it.
 *
 * A truth table is matched to the table of ours on its page that covers it best (intersection over union of the boxes,
 * each of ours taken once). A truth table without one has neither its rows nor its columns right.
 */
const folder = join(
  resolve(
    process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
  ),
  "tables",
);
const wanted = process.argv[3];
const aims = { f1: 0.95, rows: 0.8, columns: 0.9 };

type Found = {
  pageNumber: number;
  cells: GridCell[];
  box: { x1: number; y1: number; x2: number; y2: number };
};
type Pair = { truth: TruthTable; found: Found | undefined };
type Outcome = { name: string; score: RelationScore; pairs: Pair[]; unmatched: Found[] };

const isDevelopment = (name: string): boolean => Number(/\d+/.exec(name)?.[0]) % 2 === 0;

const readDocument = createDocumentReader();

async function tablesOf(file: string): Promise<Found[]> {
  const elements: ParsedElement[] = [];
  for await (const part of readDocument({ bytes: await readFile(file), fileName: file })) {
    if (part.kind === "elements") elements.push(...part.elements);
  }
  return elements.flatMap(({ type, html, pageNumber, boundingBox: box, pageLayout }) => {
    if (type !== "Table" || html === undefined || !box || !pageLayout) return [];
    const y2 = pageLayout.height - box.top;
    const edges = { x1: box.left, x2: box.left + box.width, y1: y2 - box.height, y2 };
    return [{ pageNumber, cells: gridOfHtml(html), box: edges }];
  });
}

function shareOfUnion(a: Found["box"], b: Found["box"]): number {
  const width = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1);
  const height = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
  if (width <= 0 || height <= 0) return 0;
  const area = (box: Found["box"]) => (box.x2 - box.x1) * (box.y2 - box.y1);
  return (width * height) / (area(a) + area(b) - width * height);
}

function pairUp(truths: readonly TruthTable[], found: readonly Found[]): Pair[] {
  const partners = new Map<TruthTable, Found>();
  const candidates = truths
    .flatMap((truth) =>
      found
        .filter((table) => table.pageNumber === truth.pageNumber)
        .map((table) => ({ truth, table, share: shareOfUnion(truth.box, table.box) })),
    )
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
  const taken = new Set<Found>();
  for (const { truth, table } of candidates) {
    if (partners.has(truth) || taken.has(table)) continue;
    partners.set(truth, table);
    taken.add(table);
  }
  return truths.map((truth) => ({ truth, found: partners.get(truth) }));
}

/** Relations with the page that they are on: equal cells of another page are others. */
const relationsOf = (tables: readonly { pageNumber: number; cells: GridCell[] }[]): string[] =>
  tables.flatMap(({ pageNumber, cells }) => adjacencyRelations(cells).map((one) => `${pageNumber} ${one}`));

async function measure(name: string): Promise<Outcome> {
  const truths = truthTables(await readFile(join(folder, `${name}-str.xml`), "utf8"));
  const found = await tablesOf(join(folder, `${name}.pdf`));
  const pairs = pairUp(truths, found);
  const matched = new Set(pairs.map((pair) => pair.found));
  return {
    name,
    score: relationScore(relationsOf(found), relationsOf(truths)),
    pairs,
    unmatched: found.filter((table) => !matched.has(table)),
  };
}

const agrees = ({ truth, found }: Pair, side: "rows" | "columns"): boolean =>
  found !== undefined && sizeOfGrid(truth.cells)[side] === sizeOfGrid(found.cells)[side];

function rowsOfReport(outcomes: Outcome[], what: string, judged: boolean) {
  const { f1, precision, recall } = meanOfDocuments(outcomes.map(({ score }) => score));
  const pairs = outcomes.flatMap((outcome) => outcome.pairs);
  const share = (side: "rows" | "columns") =>
    pairs.filter((pair) => agrees(pair, side)).length / pairs.length;
  const row = (name: string, measured: string, value: number, aim: number) => ({
    what: `${name}, ${what}`,
    measured,
    ...(judged && { aim: `≥ ${aim}`, met: value >= aim }),
  });
  return [
    row(
      "adjacency F1",
      `${f1.toFixed(4)} (precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)})`,
      f1,
      aims.f1,
    ),
    row(`right number of rows (${pairs.length} tables)`, share("rows").toFixed(3), share("rows"), aims.rows),
    row(
      `right number of columns (${pairs.length} tables)`,
      share("columns").toFixed(3),
      share("columns"),
      aims.columns,
    ),
  ];
}

const sizeText = (cells: readonly GridCell[]): string => {
  const { rows, columns } = sizeOfGrid(cells);
  return `${rows} × ${columns}`;
};

function listTables(outcomes: readonly Outcome[]): void {
  for (const { name, score, pairs, unmatched } of outcomes) {
    const f1 = (2 * score.right) / Math.max(1, score.found + score.expected);
    const wrong = pairs
      .filter((pair) => !agrees(pair, "rows") || !agrees(pair, "columns"))
      .map(
        ({ truth, found }) =>
          `p${truth.pageNumber} ${sizeText(truth.cells)} read as ${found ? sizeText(found.cells) : "none"}`,
      );
    const added = unmatched.map(({ pageNumber, cells }) => `p${pageNumber} added ${sizeText(cells)}`);
    console.log(`  ${name} ${f1.toFixed(3)} ${[...wrong, ...added].join("; ")}`);
  }
}

function showDifferences({ pairs, unmatched }: Outcome): void {
  const without = (all: string[], others: string[]): string[] => {
    const left = [...others];
    return all.filter((one) => {
      const at = left.indexOf(one);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  for (const { truth, found } of pairs) {
    const [expected, given] = [adjacencyRelations(truth.cells), adjacencyRelations(found?.cells ?? [])];
    console.log(`page ${truth.pageNumber}: ${sizeText(truth.cells)} read as ${sizeText(found?.cells ?? [])}`);
    for (const relation of without(expected, given)) console.log(`  missing: ${relation}`);
    for (const relation of without(given, expected)) console.log(`  added:   ${relation}`);
  }
  for (const { pageNumber, cells } of unmatched) {
    console.log(`page ${pageNumber}: added ${sizeText(cells)}: ${cells.map(({ text }) => text).join(" | ")}`);
  }
}

if (!existsSync(folder)) {
  console.log(`${folder} does not exist: name the folder that holds tables/, or set HEADWATER_CORPORA.`);
} else {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".pdf") && existsSync(join(folder, file.replace(/\.pdf$/, "-str.xml"))))
    .map((file) => file.replace(/\.pdf$/, ""))
    .sort();
  const outcomes: Outcome[] = [];
  for (const name of names) outcomes.push(await measure(name));
  const development = outcomes.filter(({ name }) => isDevelopment(name));
  const kept = outcomes.filter(({ name }) => !isDevelopment(name));
  printReport([
    ...rowsOfReport(outcomes, `${outcomes.length} documents`, true),
    ...rowsOfReport(development, `the ${development.length} the rules were made on`, false),
    ...rowsOfReport(kept, `the ${kept.length} kept apart`, false),
  ]);
  if (wanted === "dev") listTables(development);
  else if (wanted !== undefined)
    for (const outcome of development) if (outcome.name.includes(wanted)) showDifferences(outcome);
}
