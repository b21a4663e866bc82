/**
 * Retrieval over 50,000 chunks (the first argument: thousands of chunks): 1,000 distinct queries without a cache of
 * answers, over HTTP and in process, and the same words as questions that are searched on from their first hits. Compared
 * with the bare LanceDB query for the same terms over the same table: ten rows with all their columns. They take turns at
 * each query, so that other work on the machine affects all of them.
 */

import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { connect, MatchQuery } from "@lancedb/lancedb";
import { toWords } from "../packages/server/src/adapters/lance/chunk-rows.ts";
import { openLanceChunkIndex } from "../packages/server/src/adapters/lance/lance-chunk-index.ts";
import { createStores } from "../packages/server/src/adapters/sql/create-stores.ts";
import { openSqlite } from "../packages/server/src/adapters/sql/open-database.ts";
import { systemClock } from "../packages/server/src/kernel/clock.ts";
import { createLexicalCandidates } from "../packages/server/src/retrieval/lexical-candidates.ts";
import { hopFeatures } from "../packages/server/src/retrieval/ranking-features.ts";
import { readQuery } from "../packages/server/src/retrieval/read-query.ts";
import { createRetrieve } from "../packages/server/src/retrieval/retrieve.ts";
import { hashTerms } from "../packages/server/src/text/term-hash.ts";
import { createZipfText } from "./corpora/zipf-text.ts";
import { type BuiltService, withDataFolder, withServiceOn } from "./support/built-service.ts";
import { type Figure, milliseconds, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

const files = Number(process.argv[2] ?? 50);
const sectionsPerFile = 1_000;
const chunkCount = files * sectionsPerFile;
const wordsPerSection = 130;
const queryCount = 1_000;
/** Number of other queries before measuring: after them the service has compiled its hot code. */
const warmUp = 400;
const topK = 10;
const buildTimeoutMs = 300_000;
const never = new AbortController().signal;

/** Every twelfth word with a capital: what a second hop goes on by. */
const withNames = (text: string): string =>
  text
    .split(" ")
    .map((word, at) => (at % 12 === 6 ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join(" ");

async function ingest({ caller }: BuiltService): Promise<void> {
  const text = createZipfText(1);
  for (let file = 0; file < files; file++) {
    const sections = Array.from(
      { length: sectionsPerFile },
      () => `## ${text(4)}\n\n${withNames(text(wordsPerSection))}.\n`,
    );
    const buildId = await caller.ingest(`generated-${file}.md`, Buffer.from(sections.join("\n")));
    const build = await caller.waitForBuild(buildId, buildTimeoutMs);
    if (build.status !== "Completed")
      throw new Error(`Build ${buildId} ended ${build.status}: ${build.error}`);
  }
}

/** Opens the service's table with LanceDB only. All rows are in its index. */
async function openBareTable(folder: string) {
  const [format = ""] = await readdir(folder);
  const connection = await connect(join(folder, format));
  const [name] = await connection.tableNames();
  if (name === undefined) throw new Error("The service left no table");
  const table = await connection.openTable(name);
  await table.optimize({ cleanupOlderThan: new Date() });
  if ((await table.countRows()) !== chunkCount) {
    throw new Error(`Expected ${chunkCount} chunks, found ${await table.countRows()}`);
  }
  return { table, projectId: name };
}

function queries(): string[] {
  const text = createZipfText(2);
  const distinct = new Set<string>();
  for (let length = 4; distinct.size < queryCount + warmUp; length = 4 + ((length - 3) % 8)) {
    const query = text(length);
    if (readQuery(query).terms.length > 0) distinct.add(query);
  }
  return [...distinct];
}

/** The same words as a question that joins facts, the longest one as a name: it is searched on from the first hits. */
const joining = (query: string): string => {
  const [name = "", ...others] = query.split(" ").sort((one, other) => other.length - one.length);
  return `what ${others.join(" ")} of ${name.charAt(0).toUpperCase()}${name.slice(1)} in it`;
};

/** What someone would ask LanceDB for: each word once, in one form. */
const bareTerms = (query: string): string =>
  toWords(hashTerms(readQuery(query).terms.map(({ forms: [form = ""] }) => form)));

/** One keep-alive connection and the smallest possible client, as the client's cost is not the service's. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function prebuiltRag({ process, token }: BuiltService, query: string): Promise<void> {
  const body = JSON.stringify({ query, top_k: topK });
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  const sent = request(`${process.baseUrl}/prebuilt-rag`, { method: "POST", agent, headers }).end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const answer = (await json(response)) as { total?: number };
  if (response.statusCode !== 200 || !answer.total) {
    throw new Error(`"${query}" answered ${response.statusCode}`);
  }
}

await withDataFolder(async (dataFolder) => {
  await withServiceOn(dataFolder, {}, ingest);
  const folder = join(dataFolder, "index");
  const { table, projectId } = await openBareTable(folder);
  const database = await openSqlite(join(dataFolder, "headwater.sqlite"));
  const index = await openLanceChunkIndex(folder);
  const retrieve = createRetrieve({
    candidates: createLexicalCandidates(index),
    hopCandidates: createLexicalCandidates(index, hopFeatures),
    ...createStores(database, systemClock),
  });

  await withServiceOn(dataFolder, {}, async (service) => {
    const ways = {
      bare: (query: string) =>
        table
          .query()
          .fullTextSearch(new MatchQuery(bareTerms(query), "terms"))
          .limit(topK)
          .toArray(),
      retrieve: (query: string) => retrieve({ projectId, text: query, topK }, never),
      joining: (query: string) => retrieve({ projectId, text: joining(query), topK }, never),
      http: (query: string) => prebuiltRag(service, query),
    };
    const times: Record<keyof typeof ways, number[]> = { bare: [], retrieve: [], joining: [], http: [] };
    const names = Object.keys(ways) as (keyof typeof ways)[];
    for (const [at, query] of queries().entries()) {
      // Each is first in turn: the later ones find the processor's caches warm.
      const order = names.map((_, place) => names[(at + place) % names.length] as keyof typeof ways);
      for (const name of order) {
        const started = performance.now();
        await ways[name](query);
        if (at >= warmUp) times[name].push(performance.now() - started);
      }
    }
    const bare = median(times.bare);
    const figure = (what: string, values: number[], aimed: number): Figure => ({
      what: `${what}, ${chunkCount} chunks, ${queryCount} queries`,
      measured: `p50 ${milliseconds(median(values))}, p95 ${milliseconds(percentile(values, 0.95))}, ${(median(values) / bare).toFixed(2)} ×`,
      against: `bare LanceDB query p50 ${milliseconds(bare)}, p95 ${milliseconds(percentile(times.bare, 0.95))}`,
      aim: `≤ ${aimed} ×`,
      met: median(values) <= aimed * bare,
    });
    printReport([
      figure("POST /prebuilt-rag", times.http, 2),
      figure("retrieve() in process", times.retrieve, 1.6),
      {
        what: "the same, questions that are searched on from their first hits",
        measured: `p50 ${milliseconds(median(times.joining))}, p95 ${milliseconds(percentile(times.joining, 0.95))}, ${(median(times.joining) / median(times.retrieve)).toFixed(2)} ×`,
        against: `retrieve() in process p50 ${milliseconds(median(times.retrieve))}`,
        aim: "≤ 4 ×",
        met: median(times.joining) <= 4 * median(times.retrieve),
      },
    ]);
  });
  await index.close();
  await database.destroy();
});
