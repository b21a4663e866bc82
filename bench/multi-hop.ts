/**
 * What a second hop, and one along a graph of names (graph-rag), find for questions that join facts of several passages,
 * and what they cost where one passage answers. Usage:
 *
 *     node bench/multi-hop.ts [corpora folder]
 *
 * The folder (or `HEADWATER_CORPORA`; default `../shared/corpora` beside the project) contains `multi-hop`, `questions`
 * and `conversations`. Parameters are chosen on every second question of `multi-hop`; the others judge. The other
 * collections must not lose. Intervals are 95 % paired bootstraps.
 */
import { join, resolve } from "node:path";
import type { Collection } from "./corpora/collection.ts";
import { readDialogues } from "./corpora/dialogues.ts";
import { readMultiHop } from "./corpora/multi-hop.ts";
import { readQuestions } from "./corpora/questions.ts";
import { withIngested } from "./support/ingested-collection.ts";
import type { Search } from "./support/lexical-baselines.ts";
import { createPlainBm25 } from "./support/plain-bm25.ts";
import { mean, ndcg, pairedBootstrap, recall } from "./support/ranking-measures.ts";
import { machine } from "./support/report.ts";

/** Chunks to search for, so that there are ten documents among them. */
const depth = 20;
const measures = {
  "R@5": (ranking: string[], gains: Map<string, number>) => recall(ranking, gains, 5),
  "R@10": (ranking: string[], gains: Map<string, number>) => recall(ranking, gains, 10),
  "nDCG@10": (ranking: string[], gains: Map<string, number>) => ndcg(ranking, gains, 10),
};
const comparisons = [
  ["second hop", "one hop"],
  ["wide second hop", "one hop"],
  ["graph-rag", "one hop"],
  ["graph-rag", "wide second hop"],
] as const;
const three = (value: number): string => value.toFixed(3);
const signed = (value: number): string => (value >= 0 ? "+" : "") + three(value);
const printRow = (cells: string[]): void => console.log(`| ${cells.join(" | ")} |`);

async function rankingsOf(search: Search, { queries, gains }: Collection) {
  const rankings: { ranking: string[]; relevant: Map<string, number> }[] = [];
  const started = performance.now();
  for (const { id, text } of queries) {
    const relevant = gains.get(id);
    if (relevant) rankings.push({ ranking: [...new Set(await search(text, depth))], relevant });
  }
  return { rankings, milliseconds: (performance.now() - started) / rankings.length };
}

async function compare(collection: Collection, parts: Record<string, (index: number) => boolean>) {
  await withIngested(collection, async ({ searchWith, searchByGraph, passages }) => {
    const engines: Record<string, Search> = {
      "BM25 .9/.4": createPlainBm25(passages, { k1: 0.9, b: 0.4 }),
      "BM25 1.2/.75": createPlainBm25(passages, { k1: 1.2, b: 0.75 }),
      "one hop": searchWith({ secondHop: "none" }),
      "second hop": searchWith({ secondHop: "narrow" }),
      "wide second hop": searchWith({ secondHop: "wide" }),
      "graph-rag": searchByGraph,
    };
    const all = new Map<string, Awaited<ReturnType<typeof rankingsOf>>>();
    for (const [name, search] of Object.entries(engines)) all.set(name, await rankingsOf(search, collection));
    for (const [part, isIn] of Object.entries(parts)) {
      console.log(`\n### ${collection.name}${part}\n`);
      printRow(["engine", ...Object.keys(measures), "ms a question"]);
      printRow(["---", ...Object.keys(measures).map(() => "---"), "---"]);
      const valuesOf = (name: string, measure: keyof typeof measures): number[] =>
        (all.get(name)?.rankings ?? [])
          .filter((_, index) => isIn(index))
          .map(({ ranking, relevant }) => measures[measure](ranking, relevant));
      const names = Object.keys(measures) as (keyof typeof measures)[];
      for (const [name, { milliseconds }] of all)
        printRow([name, ...names.map((each) => three(mean(valuesOf(name, each)))), milliseconds.toFixed(1)]);
      for (const [ours, theirs] of comparisons) {
        const gained = names.map((each) => pairedBootstrap(valuesOf(ours, each), valuesOf(theirs, each)));
        const cells = gained.map(
          ({ mean: gain, low, high }) => `${signed(gain)} [${signed(low)}, ${signed(high)}]`,
        );
        printRow([`${ours} − ${theirs}`, ...cells, ""]);
      }
    }
  });
}

const root = resolve(
  process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);
await compare(await readMultiHop(join(root, "multi-hop")), {
  ", the half that chose": (index) => index % 2 === 0,
  ", the half that judges": (index) => index % 2 === 1,
  ", all": () => true,
});
const whole = { "": () => true };
const questions = join(root, "questions/squad-two-articles.json");
await compare(await readQuestions(questions, 0), whole);
await compare(await readQuestions(questions, 1), whole);
await compare(await readDialogues(join(root, "conversations/tasks.jsonl")), whole);
console.log(`\n${machine()}`);
