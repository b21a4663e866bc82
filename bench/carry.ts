/**
 * What carries over: ours beside plain baselines and without each of its features, on every collection, and on questions with a
 * misspelt word. A feature is kept only when it gains on most of them and loses more than .005 on none. Usage:
 *
 *     node bench/carry.ts [corpora folder] [--only adi,med]
 *
 * The folder (or `HEADWATER_CORPORA`; default `../shared/corpora` beside the project) contains `retrieval`, `questions`,
 * `multi-hop` and `multi-hop-2wiki`. Documents are ranked by their best chunk; nDCG@10, of collections whose questions
 * join facts recall@10 too, then what ours gains over the row. Intervals are 95 % paired bootstraps. Vectors are kept between runs.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Collection } from "./corpora/collection.ts";
import { readersOf } from "./corpora/given-collections.ts";
import { withIngested } from "./support/ingested-collection.ts";
import { openKeptVectors } from "./support/kept-vectors.ts";
import { createPlainBm25, type Search } from "./support/plain-bm25.ts";
import { mean, ndcg, pairedBootstrap, recall } from "./support/ranking-measures.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: "string" } } });
const root = resolve(
  positionals[0] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);
const readers = readersOf(root);
/** The longest word of each question with two of its letters swapped. */
const misspelt =
  (read: () => Promise<Collection>): (() => Promise<Collection>) =>
  async () => {
    const collection = await read();
    const queries = collection.queries.map(({ id, text }) => {
      const [word] = [...text.matchAll(/\p{L}{5,}/gu)].sort((one, other) => other[0].length - one[0].length);
      if (!word) return { id, text };
      const at = word.index + Math.floor(word[0].length / 2);
      return { id, text: `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}` };
    });
    return { ...collection, queries };
  };
for (const name of ["adi", "med", "questions 1", "questions 2"]) {
  const read = readers[name];
  if (read) readers[`${name}, misspelt`] = misspelt(read);
}
/** Documents that are looked at: ten, of chunks that may be of the same one. */
const depth = 20;

const only = values.only?.split(",");
const kept = await openKeptVectors();
const three = (value: number) => value.toFixed(3);
const signed = (value: number) => (value >= 0 ? "+" : "") + three(value);
for (const [name, read] of Object.entries(readers)) {
  if (only && !only.includes(name)) continue;
  const collection = await read();
  const { queries, gains } = collection;
  await withIngested(
    collection,
    async ({ searchWith, passages }) => {
      const valuesOf = async (search: Search) => {
        const found: { ndcg: number[]; recall: number[] } = { ndcg: [], recall: [] };
        for (const { id, text } of queries) {
          const relevant = gains.get(id);
          if (!relevant) continue;
          const ranking = [...new Set(await search(text, depth))];
          found.ndcg.push(ndcg(ranking, relevant, 10));
          found.recall.push(recall(ranking, relevant, 10));
        }
        return found;
      };
      const one = { secondHop: "none" } as const;
      const engines: Record<string, Search> = {
        "BM25 .9/.4": createPlainBm25(passages, { k1: 0.9, b: 0.4 }),
        "BM25 1.2/.75": createPlainBm25(passages, { k1: 1.2, b: 0.75 }),
        "BM25 + RM3": createPlainBm25(passages, { k1: 0.9, b: 0.4, expand: true }),
        "words alone": searchWith({ ...one, byMeaning: false }),
        "words and hop": searchWith({ byMeaning: false }),
        ours: searchWith(),
        "ours − hop": searchWith(one),
        "ours − corrections": searchWith({ corrects: false }),
        "ours, wide hop": searchWith({ secondHop: "wide" }),
      };
      console.log(`\n### ${name}: ${passages.length} chunks, ${gains.size} queries\n`);
      const ours = await valuesOf(searchWith());
      for (const [engine, search] of Object.entries(engines)) {
        const found = await valuesOf(search);
        const { mean: difference, low, high } = pairedBootstrap(ours.ndcg, found.ndcg);
        const gain = `${signed(difference)} [${signed(low)}, ${signed(high)}]`;
        console.log(engine.padEnd(22), three(mean(found.ndcg)), three(mean(found.recall)), gain);
      }
    },
    kept,
  );
}
await kept.close();
