import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, resolve } from "node:path";
import { minProofShare, type PageProof } from "../packages/reader/src/layout/blocks/page-proof.ts";
import { createDocumentReader } from "../packages/reader/src/read-document.ts";
import { hasPoppler, referenceWords } from "./support/poppler-words.ts";
import { printReport } from "./support/report.ts";
import { median } from "./support/statistics.ts";
import { type WordScore, wordScore, wordsOf } from "./support/word-score.ts";

/**
 * Word F1 of PDFs with a text layer against pdftotext (Debian's poppler-utils). Usage:
 *
 *     node bench/pdf-words.ts [corpora folder] [part of a path]
 *
 * The folder (or `HEADWATER_CORPORA`; default `../shared/corpora` beside the project) holds `documents`, `tables` and
 * `invoices`. Reference words lie inside the crop box and leave ink in a rendering at 150 dpi; the others are counted. With a part of
 * a path, only those files are read, and their missing and added words printed, and each page that misses words by its own proof.
 */
const root = resolve(
  process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);
const only = process.argv[3];

type Outcome = {
  path: string;
  score: WordScore;
  words: number;
  proofs: readonly PageProof[];
  error: string | null;
};

function* pdfsBelow(path: string): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* pdfsBelow(join(path, entry.name));
    else if (extname(entry.name).toLowerCase() === ".pdf") yield join(path, entry.name);
  }
}

const readDocument = createDocumentReader();

async function textOf(file: string): Promise<Pick<Outcome, "proofs" | "error"> & { text: string }> {
  const texts: string[] = [];
  let proofs: readonly PageProof[] = [];
  try {
    for await (const part of readDocument({ bytes: await readFile(file), fileName: file })) {
      if (part.kind === "elements") texts.push(...part.elements.map(({ text }) => text));
      else proofs = part.proofs ?? [];
    }
    return { text: texts.join("\n"), proofs, error: null };
  } catch (error) {
    return { text: "", proofs, error: (error as Error).message };
  }
}

async function measure(files: string[]): Promise<void> {
  const outcomes: Outcome[] = [];
  let outside = 0;
  let withoutInk = 0;
  let withoutText = 0;
  for (const file of files) {
    const reference = await referenceWords(file);
    outside += reference?.outside ?? 0;
    withoutInk += reference?.withoutInk ?? 0;
    const words = reference?.words.flatMap(({ text }) => wordsOf(text)).length ?? 0;
    if (!reference || words === 0) {
      withoutText += 1;
      continue;
    }
    const { text, proofs, error } = await textOf(file);
    const score = wordScore(text, reference.words);
    outcomes.push({ path: relative(root, file), score, words, proofs, error });
  }
  const scores = outcomes.map(({ score }) => score.f1);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const words = outcomes.reduce((sum, one) => sum + one.words, 0);
  printReport([
    {
      what: `word F1, median of ${outcomes.length} PDFs with a text layer`,
      measured: median(scores).toFixed(4),
      aim: "≥ .99",
      met: median(scores) >= 0.99,
    },
    ownProof(outcomes),
    { what: "the same, mean", measured: mean.toFixed(4), aim: "≥ .975", met: mean >= 0.975 },
  ]);
  console.log(
    `\n${words} reference words; left out: ${outside} outside the crop box, ${withoutInk} without ink; ` +
      `${withoutText} PDFs without a visible word.`,
  );
  console.log("The worst:");
  const worst = [...outcomes].sort((a, b) => a.score.f1 - b.score.f1).slice(0, only === undefined ? 10 : 60);
  for (const { path, score, words: count, proofs, error } of worst) {
    const { f1, precision, recall } = score;
    console.log(
      `  ${f1.toFixed(3)} (precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${count} words) ${path}${error ? `: ${error}` : ""}`,
    );
    if (only !== undefined) {
      console.log(`    missing: ${score.missing.slice(0, 100).join(" ")}`);
      for (const { pageNumber, share, lost } of proofs.filter((proof) => proof.share < 1))
        console.log(`    page ${pageNumber}: ${share.toFixed(3)} of its words; lost: ${lost.join(" ")}`);
      console.log(`    added:   ${score.added.slice(0, 100).join(" ")}`);
    }
  }
}

/** The reader's own proof: the words that it sees on a page, against those in its elements. */
function ownProof(outcomes: readonly Outcome[]) {
  const pages = outcomes.flatMap(({ proofs }) => proofs);
  const sound = pages.filter(({ share }) => share >= minProofShare).length;
  return {
    what: `pages of which the reader itself finds ${100 * minProofShare} % of the words in its elements`,
    measured: `${sound} of ${pages.length}`,
  };
}

const folders = ["documents", "tables", "invoices"].map((name) => join(root, name));
if (!folders.every(existsSync)) {
  console.log(
    `${root} does not hold documents, tables and invoices: name the folder as argument or in HEADWATER_CORPORA.`,
  );
} else if (!hasPoppler()) {
  console.log(
    "pdftotext is not installed: this benchmark compares with it (Debian: apt install poppler-utils).",
  );
} else {
  const files = folders.flatMap((folder) => [...pdfsBelow(folder)]).sort();
  await measure(only === undefined ? files : files.filter((file) => file.includes(only)));
}
