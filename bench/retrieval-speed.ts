/**
 * Retrieval over 50,000 chunks (the first argument: thousands of chunks): 1,000 distinct queries without a cache of
 * answers, over HTTP and in process, and the same words as questions that are searched on from their first hits. Compared
 * with the bare query of SQLite's FTS5 for the same words over the same chunks, for ten rows. They take turns at each query,
 * so that other work on the machine affects all of them.
 */

import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import BetterSqlite from "better-sqlite3";
import { createStores } from "../packages/server/src/adapters/sql/create-stores.ts";
import { connectSqlite } from "../packages/server/src/adapters/sql/open-database.ts";
import { createSqlWordStore } from "../packages/server/src/adapters/sql/sql-word-store.ts";
import { createWordIndex } from "../packages/server/src/adapters/words/word-index.ts";
import { systemClock } from "../packages/server/src/kernel/clock.ts";
import type { ChunkIndex } from "../packages/server/src/retrieval/chunk-index.ts";
import { createLexicalCandidates } from "../packages/server/src/retrieval/lexical-candidates.ts";
import { readQuery } from "../packages/server/src/retrieval/read-query.ts";
import { createRetrieve } from "../packages/server/src/retrieval/retrieve.ts";
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

/** The texts of the service's chunks in an FTS5 table of their own, and the search for ten of them. */
function openBareTable(dataFolder: string) {
  const sqlite = new BetterSqlite(join(dataFolder, "bare.sqlite"));
  sqlite.exec("create virtual table passages using fts5(text)");
  sqlite.exec(`attach '${join(dataFolder, "headwater.sqlite")}' as service`);
  const { changes } = sqlite
    .prepare(
      "insert into passages (text) select payload ->> 'title' || ' ' || (payload ->> 'text') from service.chunks",
    )
    .run();
  if (changes !== chunkCount) throw new Error(`Expected ${chunkCount} chunks, found ${changes}`);
  const projectId = sqlite.prepare("select project_id from service.projects").pluck().get() as string;
  const search = sqlite.prepare("select text from passages where passages match ? order by rank limit 10");
  return { projectId, search: (query: string) => search.all(bareWords(query)), close: () => sqlite.close() };
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

/** What someone would ask FTS5 for: any of the words. */
const bareWords = (query: string): string =>
  query
    .split(" ")
    .map((word) => `"${word}"`)
    .join(" OR ");

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
  const bareTable = openBareTable(dataFolder);
  const { projectId } = bareTable;
  const database = connectSqlite(join(dataFolder, "headwater.sqlite"));
  const words = createWordIndex(createSqlWordStore(database));
  const index: ChunkIndex = {
    search: (project, { fileIds, ...query }) =>
      words.search(project, { ...query, ...(fileIds && { fileIds: fileIds.join() }) }),
  };
  const retrieve = createRetrieve({
    candidates: createLexicalCandidates(index),
    hopCandidates: createLexicalCandidates(index, { corrects: false }),
    ...createStores(database, systemClock),
  });

  await withServiceOn(dataFolder, {}, async (service) => {
    const ways = {
      bare: async (query: string) => bareTable.search(query),
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
      against: `bare FTS5 query p50 ${milliseconds(bare)}, p95 ${milliseconds(percentile(times.bare, 0.95))}`,
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
  bareTable.close();
  await database.destroy();
});
