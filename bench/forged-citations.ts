import { join, resolve } from "node:path";
import type { Passage } from "../packages/server/src/answering/answerer.ts";
import { comparableText } from "../packages/server/src/answering/verify/comparable-text.ts";
import { verifyStatement } from "../packages/server/src/answering/verify/verify-statement.ts";
import { splitSentences } from "../packages/server/src/text/sentences.ts";
import { type EvidenceDocuments, readEvidence } from "./citations/evidence-documents.ts";
import { forgeries, type Source } from "./citations/forgeries.ts";
import { rewritings } from "./citations/true-citations.ts";
import { printReport } from "./support/report.ts";
import { type SeededRandom, seededRandom } from "./support/seeded-random.ts";

/**
 * Forged and true citations, made from the texts of the corpora with a seed, judged by the rules that the service runs
 * before it releases a statement. `HEADWATER_CORPORA` names the folder (default `../shared/corpora` beside the project),
 * the first argument the seed (default 1). `--misses` prints what came out wrong.
 */
const root = resolve(process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"));
const seed = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1);
const showMisses = process.argv.includes("--misses");
const perSide = 2_000;
const neighbours = 2;

type Case = { kind: string; text: string; cited: number[]; passages: Passage[]; home?: Passage };
type Tally = { cases: number; verified: number; repaired: number; unverified: number; rejected: number };

const random = seededRandom(seed);
const evidence = await readEvidence(root);

function sentenceOf(documents: EvidenceDocuments): { source: Source; passages: Passage[]; at: number } {
  for (;;) {
    const document = random.pick(documents.prose);
    const position = random.below(document.length);
    const passages = document.slice(Math.max(0, position - neighbours), position + neighbours + 1);
    const at = position - Math.max(0, position - neighbours);
    const sentences = sentencesOf(passages[at]);
    const sentence = random.pick(sentences.length > 0 ? sentences : [""]);
    if (sentence.split(/\s+/).length < 5) continue;
    const foreign = sentencesOf(
      random.pick(random.pick(documents.prose.filter((other) => other !== document))),
    );
    if (foreign.length === 0) continue;
    const others = sentences.filter((other) => other !== sentence);
    return { source: { sentence, others, foreign }, passages, at };
  }
}

const sentencesOf = (passage: Passage | undefined): string[] =>
  splitSentences(passage?.text ?? "").map(({ start, end }) => passage?.text.slice(start, end) ?? "");

const plain = (text: string) =>
  comparableText(text)
    .text.toLowerCase()
    .replace(/[^\p{L}\p{N}%€$+-]/gu, "");

/** Whether the text is in a passage after all: then it is not a forgery. */
const stands = (text: string, passages: Passage[]): boolean =>
  passages.some((passage) => plain(passage.text).includes(plain(text)));

const cuttingKinds = new Set(["denial or condition cut off", "subject cut off", "question made a statement"]);

function forgedCase(kind: string): Case | undefined {
  const { source, passages, at } = sentenceOf(evidence);
  const forged = forgeries[kind]?.(source, random);
  if (forged === undefined || forged === source.sentence) return undefined;
  // Of these kinds it is what they leave out that makes them false.
  if (!cuttingKinds.has(kind) && stands(forged, passages)) return undefined;
  return { kind, text: forged, cited: [at], passages };
}

/** A true sentence that cites another page of its file, or another file; its own passage is read too, or it is not. */
function misattributed(kind: string): Case | undefined {
  const { source, passages, at } = sentenceOf(evidence);
  const home = passages[at];
  const other = random.pick(random.pick(evidence.prose));
  const isOtherFile = kind.includes("file");
  if (!home || (isOtherFile && other.fileId === home.fileId)) return undefined;
  const wrong = isOtherFile ? other : passages[at === 0 ? 1 : 0];
  if (!wrong || stands(source.sentence, [wrong])) return undefined;
  const read = kind.includes("not read") ? [wrong] : [wrong, home];
  return { kind, text: source.sentence, cited: [0], passages: read, home };
}

type Row = { passage: Passage; header: string[]; row: string[]; other: string[] };

function tableRow(): Row | undefined {
  const passage = random.pick(evidence.tables);
  const cells = [...(passage.html ?? "").matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => cell.replaceAll("&amp;", "&")),
  );
  const [header = [], ...rows] = cells;
  const row = random.pick(rows);
  const other = random.pick(rows.filter((each) => each !== row));
  const isGood =
    header.every((cell, column) => column === 0 || cell !== "") && row.every((cell) => cell !== "");
  return isGood && other.every((cell) => cell !== "") ? { passage, header, row, other } : undefined;
}

const said = (label: string | undefined, header: string | undefined, value: string | undefined) =>
  `${label}, ${header}: ${value}`;

const tableForgeries: Record<string, (row: Row, column: number) => string | undefined> = {
  "cell of another row": ({ header, row, other }, column) =>
    row[column] === other[column] ? undefined : said(row[0], header[column], other[column]),
  "cell of another column": ({ header, row }, column) => {
    const wrong = column + 1 < row.length ? column + 1 : column - 1;
    return wrong < 1 || row[wrong] === row[column] ? undefined : said(row[0], header[column], row[wrong]);
  },
  "two cells swapped": ({ header, row }) =>
    row.length < 3 || row[1] === row[2]
      ? undefined
      : `${row[0]}: ${header[1]} ${row[2]}, ${header[2]} ${row[1]}`,
};

function tableForgery(kind: string): Case | undefined {
  const row = tableRow();
  const forged = row && tableForgeries[kind]?.(row, 1 + random.below(Math.max(1, row.row.length - 1)));
  return row && forged ? { kind, text: forged, cited: [0], passages: [row.passage] } : undefined;
}

function trueCase(kind: string): Case | undefined {
  if (kind === "cell with label and header") {
    const row = tableRow();
    if (!row || row.row.length < 2) return undefined;
    const column = 1 + random.below(row.row.length - 1);
    return {
      kind,
      text: said(row.row[0], row.header[column], row.row[column]),
      cited: [0],
      passages: [row.passage],
    };
  }
  const { source, passages, at } = sentenceOf(evidence);
  const home = passages[at];
  if (!home) return undefined;
  if (kind === "two sentences that follow") {
    const spans = splitSentences(home.text);
    const first = random.below(spans.length - 1);
    const [a, b] = [spans[first], spans[first + 1]];
    return a && b ? { kind, text: home.text.slice(a.start, b.end), cited: [at], passages } : undefined;
  }
  if (kind === "evidence hyphenated at line ends") {
    const text = rewritings["hyphenated at line ends"]?.(home.text, random) ?? "";
    const wrapped = passages.map((each, index) => (index === at ? { ...home, text } : each));
    return { kind, text: source.sentence, cited: [at], passages: wrapped };
  }
  const rewritten = rewritings[kind]?.(source.sentence, random);
  return rewritten === undefined ? undefined : { kind, text: rewritten, cited: [at], passages };
}

/** As many cases of each kind; kinds that find no hold often enough get fewer. */
function casesOf(
  kinds: string[],
  make: (kind: string, random: SeededRandom) => Case | undefined,
  count: number,
): Case[] {
  const cases: Case[] = [];
  const tries = new Map(kinds.map((kind) => [kind, 20_000]));
  for (let index = 0; cases.length < count && tries.size > 0; index += 1) {
    const kind = kinds[index % kinds.length] ?? "";
    for (let left = tries.get(kind) ?? 0; left > 0; left -= 1) {
      const found = make(kind, random);
      tries.set(kind, left - 1);
      if (found) {
        cases.push(found);
        break;
      }
    }
    if (tries.get(kind) === 0) tries.delete(kind);
  }
  return cases;
}

const misattributions = [
  "other file, its own not read",
  "other file, its own read too",
  "other page of the file, its own read too",
];
const forgedKinds = [...Object.keys(forgeries), ...misattributions, ...Object.keys(tableForgeries)];
const forged = casesOf(
  forgedKinds,
  (kind) =>
    kind in forgeries ? forgedCase(kind) : kind in tableForgeries ? tableForgery(kind) : misattributed(kind),
  perSide,
);
const trueKinds = [
  ...Object.keys(rewritings),
  "two sentences that follow",
  "evidence hyphenated at line ends",
  "cell with label and header",
];
const genuine = casesOf(trueKinds, trueCase, perSide);

/** What a repair releases must be in what it cites. */
function isSound({ passages }: Case, text: string, supports: { passage: number }[]): boolean {
  return supports.some(({ passage }) => {
    const cited = passages[passage];
    return (
      cited !== undefined &&
      (stands(text, [cited]) ||
        verifyStatement({ text, passages: [passage] }, passages)?.verdict === "verified")
    );
  });
}

function judge(cases: Case[], isMiss: (verdict: string, one: Case) => boolean) {
  const tallies = new Map<string, Tally>();
  let unsound = 0;
  const started = performance.now();
  for (const one of cases) {
    const found = verifyStatement({ text: one.text, passages: one.cited }, one.passages);
    const verdict = found?.verdict ?? "rejected";
    const tally = tallies.get(one.kind) ?? { cases: 0, verified: 0, repaired: 0, unverified: 0, rejected: 0 };
    tally.cases += 1;
    tally[verdict] += 1;
    tallies.set(one.kind, tally);
    const wrongRepair = found?.verdict === "repaired" && !isSound(one, found.text, found.supports);
    if (wrongRepair) unsound += 1;
    if (showMisses && (isMiss(verdict, one) || wrongRepair)) {
      console.log(`\n[${one.kind}] ${verdict}${wrongRepair ? " UNSOUND" : ""}: ${one.text}`);
      console.log(`  released: ${found?.text ?? ""}`);
      console.log(
        `  cited: ${one.cited.map((position) => one.passages[position]?.text.slice(0, 1500)).join(" || ")}`,
      );
    }
  }
  return { tallies, unsound, seconds: (performance.now() - started) / 1000 };
}

const onForged = judge(
  forged,
  (verdict) => verdict === "verified" || (verdict === "unverified" && process.argv.includes("--unverified")),
);
const onTrue = judge(genuine, (verdict) => verdict === "rejected");

const total = (tallies: Map<string, Tally>, field: keyof Tally) =>
  [...tallies.values()].reduce((sum, tally) => sum + tally[field], 0);
const row = (what: string, tally: Tally) =>
  `| ${what} | ${tally.cases} | ${tally.verified} | ${tally.repaired} | ${tally.unverified} | ${tally.rejected} |`;
for (const [title, { tallies }] of [
  ["forged", onForged],
  ["true", onTrue],
] as const) {
  console.log(
    `\n| ${title} | cases | verified | repaired | unverified | left out |\n| --- | --- | --- | --- | --- | --- |`,
  );
  for (const [kind, tally] of tallies) console.log(row(kind, tally));
}
console.log();
const wrongly = total(onForged.tallies, "verified");
const lost = total(onTrue.tallies, "rejected");
printReport([
  {
    what: "forged citations verified",
    measured: `${wrongly} of ${forged.length}`,
    aim: "0",
    met: wrongly === 0,
  },
  {
    what: "forged citations shown as unverified",
    measured: `${total(onForged.tallies, "unverified")} of ${forged.length}`,
  },
  {
    what: "repairs that do not stand in what they cite",
    measured: String(onForged.unsound + onTrue.unsound),
    aim: "0",
    met: onForged.unsound + onTrue.unsound === 0,
  },
  {
    what: "true citations left out",
    measured: `${lost} of ${genuine.length}`,
    aim: "≤ 1 %",
    met: lost <= 0.01 * genuine.length,
  },
  { what: "true citations verified", measured: `${total(onTrue.tallies, "verified")} of ${genuine.length}` },
  {
    what: "time for one statement",
    measured: `${((1000 * (onForged.seconds + onTrue.seconds)) / (forged.length + genuine.length)).toFixed(2)} ms`,
  },
]);
