/**
 * The words' index in OpenSearch beside that in the database, on every collection: nDCG@10 and recall@100 by words alone and
 * with meaning, and the time of a search. Usage: `npm run bench -- search-cluster opensearch://127.0.0.1:9200 [--only adi,med] [--words]`;
 * `--words` leaves meaning out, for which every chunk is embedded.
 * The collections are those of `carry`. Its indices are removed at the end.
 */
import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createSearchClient } from "../packages/server/src/adapters/opensearch/open-search-client.ts";
import { parseOpenSearchAddress } from "../packages/server/src/adapters/opensearch/opensearch-address.ts";
import { createOpenSearchWords } from "../packages/server/src/adapters/opensearch/opensearch-words.ts";
import type { Collection } from "./corpora/collection.ts";
import { readersOf } from "./corpora/given-collections.ts";
import { withIngested } from "./support/ingested-collection.ts";
import { openKeptVectors } from "./support/kept-vectors.ts";
import { createMemoryWords, type MemoryWords } from "./support/memory-words.ts";
import { mean, ndcg, recall } from "./support/ranking-measures.ts";
import { type Figure, milliseconds, printReport } from "./support/report.ts";
import { median } from "./support/statistics.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, words: { type: "boolean", default: false } },
});
const [address = "opensearch://127.0.0.1:9200"] = positionals;
const readers = readersOf(
  resolve(process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora")),
);
/** How far the two may be apart. */
const maxDifference = 0.01;
const deep = 100;

const storeId = randomUUID();
const client = createSearchClient(parseOpenSearchAddress(address));
const keptVectors = values.words ? undefined : await openKeptVectors();
const ways = values.words ? (["words"] as const) : (["words", "meaning"] as const);

/** The index in the cluster, brought up to date beside the searches as the service does it. */
function createClusterWords(): MemoryWords & { end(): void } {
  let tidy: () => Promise<void> = async () => {};
  const words = createMemoryWords((store) => {
    const index = createOpenSearchWords(
      { client, store, storeId },
      { waitMs: 120_000, fillingWaitMs: 120_000 },
    );
    tidy = index.tidy;
    return index;
  });
  let isEnded = false;
  const keep = async () => {
    while (!isEnded) {
      await tidy();
      await pause(200);
    }
  };
  void keep();
  return {
    ...words,
    end() {
      isEnded = true;
    },
  };
}

type Measured = { ndcg: number; recall: number; ms: number };

async function measure(
  collection: Collection,
  index: MemoryWords,
): Promise<Record<"words" | "meaning", Measured>> {
  const found = {} as Record<"words" | "meaning", Measured>;
  await withIngested(
    collection,
    async ({ searchWith }) => {
      for (const way of ways) {
        const search = searchWith({ byMeaning: way === "meaning" });
        await search(collection.queries[0]?.text ?? "", deep);
        const times: number[] = [];
        const scores: { ndcg: number; recall: number }[] = [];
        for (const { id, text } of collection.queries) {
          const gains = collection.gains.get(id);
          if (!gains) continue;
          const started = performance.now();
          const ranking = [...new Set(await search(text, deep))];
          times.push(performance.now() - started);
          scores.push({ ndcg: ndcg(ranking, gains, 10), recall: recall(ranking, gains, deep) });
        }
        found[way] = {
          ndcg: mean(scores.map((score) => score.ndcg)),
          recall: mean(scores.map((score) => score.recall)),
          ms: median(times),
        };
      }
    },
    keptVectors,
    index,
  );
  return found;
}

const figures: Figure[] = [];
const wanted = values.only?.split(",");
for (const [name, read] of Object.entries(readers)) {
  if (wanted && !wanted.includes(name)) continue;
  const collection = await read();
  const embedded = await measure(collection, createMemoryWords());
  const clusterWords = createClusterWords();
  const inCluster = await measure(collection, clusterWords);
  clusterWords.end();
  for (const way of ways) {
    const shown = ({ ndcg, recall, ms }: Measured) =>
      `nDCG@10 ${ndcg.toFixed(4)}, recall@100 ${recall.toFixed(4)}, ${milliseconds(ms)}`;
    figures.push({
      what: `${name}, ${way === "words" ? "by words" : "by words and meaning"}`,
      measured: shown(inCluster[way]),
      against: shown(embedded[way]),
      aim: `nDCG@10 within ${maxDifference}`,
      met: Math.abs(inCluster[way].ndcg - embedded[way].ndcg) <= maxDifference,
    });
  }
}
printReport(figures);
const indices = await client.ask<Record<string, unknown>>({
  method: "GET",
  path: `/headwater-${storeId}-*/_alias`,
});
for (const name of Object.keys(indices ?? {})) await client.ask({ method: "DELETE", path: `/${name}` });
await keptVectors?.close();
await client.close();
