import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { createDocumentReader, type ParsedElement } from "../packages/reader/src/index.ts";
import { printReport } from "./support/report.ts";
import {
  meanScore,
  precisionOf,
  recallOf,
  type ShingleScore,
  shingleScore,
} from "./support/shingle-score.ts";

/**
 * The main content of saved news and blog pages against the true text, by shingles of four words (the measure of
 * article-extraction-benchmark). Usage:
 *
 *     node bench/web-pages.ts [corpora folder] [dev | kept | part of a name]
 *
 * The folder (or `HEADWATER_CORPORA`; default `../shared/corpora` beside the project) holds `web-pages`. Rules are
 * developed on the pages of one half (`dev`) only. `dev` lists its pages; a part of a name prints what is missing
 * and what was added in that page, when the page belongs to that half.
 */
const folder = join(
  resolve(
    process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
  ),
  "web-pages",
);
const wanted = process.argv[3];
const aim = 0.965;

type Truth = Record<string, { articleBody: string; url: string }>;
type Page = {
  name: string;
  url: string;
  truth: string;
  text: string;
  score: ShingleScore;
  whole: ShingleScore;
};

/** Half of the pages by a hash of the name: rules are made while looking at these only. */
const isDevelopment = (name: string): boolean =>
  (createHash("sha256").update(name).digest()[0] ?? 0) % 2 === 0;

const readDocument = createDocumentReader();

async function elementsOf(bytes: Uint8Array, url?: string): Promise<ParsedElement[]> {
  const elements: ParsedElement[] = [];
  const input = { bytes, extension: "html", ...(url !== undefined && { webPage: { url } }) };
  for await (const part of readDocument(input)) {
    if (part.kind === "elements") elements.push(...part.elements);
  }
  return elements;
}

/** The true texts are without the page's title, pictures and captions, which are elements of their own here. */
const bodyText = ([first, ...others]: ParsedElement[]): string =>
  [...(first?.type === "Title" && first.metadata?.document_title ? [] : [first]), ...others]
    .filter((element) => element && !["Image", "FigureCaption"].includes(element.type))
    .map((element) => element?.text)
    .join("\n");

async function readPages(): Promise<Page[]> {
  const truths = JSON.parse(await readFile(join(folder, "ground-truth.json"), "utf8")) as Truth;
  const pages: Page[] = [];
  for (const [name, { articleBody: truth, url }] of Object.entries(truths)) {
    const bytes = gunzipSync(await readFile(join(folder, "html", `${name}.html.gz`)));
    const text = bodyText(await elementsOf(bytes, url));
    const whole = (await elementsOf(bytes)).map((element) => element.text).join("\n");
    pages.push({
      name,
      url,
      truth,
      text,
      score: shingleScore(truth, text),
      whole: shingleScore(truth, whole),
    });
  }
  return pages;
}

function row(what: string, scores: ShingleScore[], judged: boolean) {
  const { f1, precision, recall } = meanScore(scores);
  const measured = `F1 ${f1.toFixed(4)} (precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)})`;
  return { what, measured, ...(judged && { aim: `≥ ${aim}`, met: f1 >= aim }) };
}

function listWorst(pages: Page[]): void {
  for (const { name, url, score } of [...pages].sort((a, b) => a.score.right - b.score.right)) {
    console.log(
      `  precision ${precisionOf(score).toFixed(3)}, recall ${recallOf(score).toFixed(3)} ${name.slice(0, 8)} ${url.slice(0, 90)}`,
    );
  }
}

/** Prints the lines of a page that were added, and those that are missing. */
function showDifferences({ name, url, truth, text, score }: Page): void {
  console.log(`${name} ${url} ${JSON.stringify(score)}`);
  const lines = (value: string) => value.split(/\n+/).map((line) => line.replace(/\s+/g, " ").trim());
  const squash = (value: string) => value.replace(/[^\p{L}\p{N}]+/gu, "");
  const [inTruth, inText] = [squash(truth), squash(text)];
  for (const line of lines(text)) if (!inTruth.includes(squash(line))) console.log(`  added:   ${line}`);
  for (const line of lines(truth)) if (!inText.includes(squash(line))) console.log(`  missing: ${line}`);
}

if (!existsSync(folder)) {
  console.log(`${folder} does not exist: name the folder that holds web-pages/, or set HEADWATER_CORPORA.`);
} else {
  const pages = await readPages();
  const development = pages.filter(({ name }) => isDevelopment(name));
  const kept = pages.filter(({ name }) => !isDevelopment(name));
  const scores = (list: Page[]) => list.map(({ score }) => score);
  printReport([
    row(`main content of ${pages.length} pages`, scores(pages), true),
    row(`of the ${development.length} pages the rules were made on`, scores(development), false),
    row(`of the ${kept.length} pages kept apart`, scores(kept), false),
    row(
      "read whole, as an uploaded file",
      pages.map(({ whole }) => whole),
      false,
    ),
  ]);
  if (wanted === "dev") listWorst(development);
  else if (wanted) for (const page of development) if (page.name.startsWith(wanted)) showDifferences(page);
}
