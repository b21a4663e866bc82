import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Passage } from "../packages/server/src/answering/answerer.ts";
import { saysSomething, statementWords } from "../packages/server/src/answering/verify/statement-words.ts";
import { verifyStatement } from "../packages/server/src/answering/verify/verify-statement.ts";
import { splitSentences } from "../packages/server/src/text/sentences.ts";
import { printReport } from "./support/report.ts";

/**
 * Statements that people, models and editors made of a text, with the judgement of people whether the text supports them,
 * judged by the rules that the service runs before it releases a statement. Each sentence cites all of the evidence.
 * `HEADWATER_CORPORA` names the folder (default `../shared/corpora` beside the project). `--misses <outcome>` prints
 * the sentences of that outcome, all of a set whose name is given.
 */
const root = resolve(process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"));
const [, misses] = /--misses (\S+)/.exec(process.argv.join(" ")) ?? [];
const only = process.argv
  .slice(2)
  .find((argument) => argument.endsWith("!"))
  ?.slice(0, -1);

type Row = { id: string; evidence: string[]; statement: string; supported: boolean; kind: string };

const sets = [
  "begin-wow",
  "mtrag-answers",
  "summedits",
  "fever-symmetric",
  "fool-me-twice",
  "scitab",
  "constructed-calculation",
  "constructed-conditions",
];
/** Sets of what models wrote; the others were written by people or made. */
const ofModels = new Set(["begin-wow", "mtrag-answers", "summedits"]);

function rowsOf(set: string): Row[] {
  const lines = readFileSync(join(root, "statements", `${set}.jsonl`), "utf8")
    .trim()
    .split("\n");
  return lines.flatMap((line): Row[] => {
    const row = JSON.parse(line) as Row & { answer?: string };
    if (row.answer === undefined) return [row];
    // An answer that is not faithful as a whole has faithful sentences.
    return row.supported ? [{ ...row, statement: row.answer, kind: "whole answer" }] : [];
  });
}

function passagesOf({ evidence }: Row): Passage[] {
  return evidence.flatMap((text, index) => {
    const table = /(?:^\|.*\|\s*$\n?){2,}/m.exec(text);
    const prose = table ? text.replace(table[0], "").trim() : text;
    return [
      ...(prose === "" ? [] : [passage(`${index}`, prose)]),
      ...(table ? [tablePassage(`${index}t`, table[0], prose)] : []),
    ];
  });
}

const passage = (elementId: string, text: string, more: Partial<Passage> = {}): Passage => ({
  ...{ fileId: "f", fileName: "evidence.txt", elementId, elementType: "NarrativeText", pageNumber: 1 },
  ...{ sectionNumber: 1, sectionTitle: "", text, score: 1, ...more },
});

function tablePassage(id: string, markdown: string, caption: string): Passage {
  const rows = markdown
    .trim()
    .split("\n")
    .filter((line) => !/^\|[-| ]*\|$/.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.replace(/<[^>]*>/g, "").trim()),
    );
  const cells = (row: string[], tag: string) =>
    row.map((cell) => `<${tag}>${cell.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</${tag}>`).join("");
  const html = rows.map((row, index) => `<tr>${cells(row, index === 0 ? "th" : "td")}</tr>`).join("");
  const text = rows.map((row) => row.filter((cell) => cell !== "").join(" | ")).join("\n");
  return passage(id, text, { elementType: "Table", html: `<table>${html}</table>`, sectionTitle: caption });
}

type Outcome = "verified" | "unverified" | "rewritten" | "deleted";

function outcomeOf(text: string, passages: Passage[]): Outcome {
  const found = verifyStatement({ text, passages: passages.map((_, index) => index) }, passages);
  if (!found) return "deleted";
  if (found.text.replace(/\s+/g, " ").trim() !== text.replace(/\s+/g, " ").trim()) return "rewritten";
  return found.verdict === "unverified" ? "unverified" : "verified";
}

/** As the service cuts answers: by lines, without the signs of lists, and without lines that only lead in. */
const sentencesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:(?:[-*•+>]|\d{1,3}[.)]|#{1,6})\s+)*/u, ""))
    .flatMap((line) => splitSentences(line).map(({ start, end }) => line.slice(start, end)))
    .filter((sentence) => !sentence.endsWith(":") && statementWords(sentence).some(saysSomething));

type Tally = Record<Outcome, number> & { all: number };
const noTally = (): Tally => ({ all: 0, verified: 0, unverified: 0, rewritten: 0, deleted: 0 });
const count = (tally: Tally, outcome: Outcome) => {
  tally.all += 1;
  tally[outcome] += 1;
};

/** Of a forged statement the worst sentence decides: one that is caught catches it. */
const order: Outcome[] = ["deleted", "rewritten", "unverified", "verified"];

const measured = sets.map((set) => {
  const faithful = noTally();
  const forged = noTally();
  const kinds = new Map<string, Tally>();
  for (const row of rowsOf(set)) {
    const passages = passagesOf(row);
    const outcomes = sentencesOf(row.statement).map((text) => ({ text, outcome: outcomeOf(text, passages) }));
    const worst = order.find((each) => outcomes.some(({ outcome }) => outcome === each)) ?? "deleted";
    if (row.supported) for (const { outcome } of outcomes) count(faithful, outcome);
    else count(forged, worst);
    const kind = `${row.supported ? "faithful" : "forged"}: ${row.kind}`;
    const tally = kinds.get(kind) ?? noTally();
    if (row.supported) for (const { outcome } of outcomes) count(tally, outcome);
    else count(tally, worst);
    kinds.set(kind, tally);
    if (misses && (!only || set.includes(only)))
      for (const { text, outcome } of outcomes)
        if (misses === `${row.supported ? "faithful" : "forged"}-${outcome}`)
          console.log(`\n[${set} ${row.kind}] ${text}\n   of: ${row.evidence.join(" || ").slice(-900)}`);
  }
  return { set, faithful, forged, kinds };
});

const share = (part: number, of: number) => (of === 0 ? "–" : (part / of).toFixed(3));
const sum = (tallies: Tally[]): Tally =>
  tallies.reduce((total, tally) => {
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
    return total;
  }, noTally());
const line = (name: string, faithful: Tally, forged: Tally) =>
  `| ${[
    name,
    faithful.all,
    share(faithful.verified + faithful.unverified, faithful.all),
    share(faithful.deleted, faithful.all),
    share(faithful.verified, faithful.all),
    forged.all,
    forged.verified,
    share(forged.rewritten + forged.deleted, forged.all),
  ].join(" | ")} |`;

console.log(
  "\n| set | faithful sentences | released in their own words | deleted | verified | forged statements | verified | caught |\n| --- | --- | --- | --- | --- | --- | --- | --- |",
);
for (const { set, faithful, forged } of measured) console.log(line(set, faithful, forged));
const all = {
  faithful: sum(measured.map((each) => each.faithful)),
  forged: sum(measured.map((each) => each.forged)),
};
console.log(line("all", all.faithful, all.forged));
if (process.argv.includes("--kinds"))
  for (const { kinds } of measured)
    for (const [kind, tally] of kinds)
      console.log(
        line(
          kind,
          kind.startsWith("faithful") ? tally : noTally(),
          kind.startsWith("forged") ? tally : noTally(),
        ),
      );

const models = sum(measured.filter(({ set }) => ofModels.has(set)).map((each) => each.faithful));
console.log();
printReport([
  {
    what: "faithful sentences of models released in their own words",
    measured: share(models.verified + models.unverified, models.all),
    aim: "≥ .97",
    met: models.verified + models.unverified >= 0.97 * models.all,
  },
  {
    what: "… deleted",
    measured: share(models.deleted, models.all),
    aim: "≤ .005",
    met: models.deleted <= 0.005 * models.all,
  },
  {
    what: "… verified",
    measured: share(models.verified, models.all),
    aim: "≥ .5",
    met: models.verified >= 0.5 * models.all,
  },
  {
    what: "forged statements verified",
    measured: `${all.forged.verified} of ${all.forged.all}`,
    aim: "≤ 1/300",
    met: all.forged.verified * 300 <= all.forged.all,
  },
  {
    what: "forged statements not released as they are",
    measured: share(all.forged.rewritten + all.forged.deleted, all.forged.all),
    aim: "≥ .8",
    met: all.forged.rewritten + all.forged.deleted >= 0.8 * all.forged.all,
  },
]);
