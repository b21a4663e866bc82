/**
 * The words' index as the service uses it, through the thread that holds it, over 50,000 chunks (arguments: thousands of
 * chunks, for each size a run). Compared with SQLite's FTS5 for the same words over the same texts, in turns. Then
 * `POST /prebuilt-rag` of the built service, in the whole project and in 5,000 of its files.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import BetterSqlite from "better-sqlite3";
import { createThreadedWords } from "../packages/server/src/adapters/words/threaded-words.ts";
import type { WordThreadData } from "../packages/server/src/compose/word-thread.ts";
import { readQuery } from "../packages/server/src/retrieval/read-query.ts";
import { createZipfText } from "./corpora/zipf-text.ts";
import { type BuiltService, withDataFolder, withServiceOn } from "./support/built-service.ts";
import { type FilledProject, fillChunks } from "./support/fill-chunks.ts";
import { processorTime } from "./support/processor-time.ts";
import { type Figure, megabytes, milliseconds, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

const documents = 12_500;
const wordsPerChunk = 130;
const queryCount = 300;
const warmUp = 100;
/** FTS5 takes a hundred times as long. */
const bareEvery = 5;
/** From so many new chunks on a segment is stored. */
const chunksPerSegment = 2_048;
/** As many as the ranking looks at closely. */
const limit = 46;
/** Without the encoder, which would embed all chunks beside the measurement. */
const wordsAlone = { HEADWATER_EMBEDDING_MODEL: "none" };
const entry = new URL("../packages/server/src/compose/word-thread.ts", import.meta.url);
const aims: Record<number, { p50: number; opening: number }> = {
  50: { p50: 1.5, opening: 40 },
  100: { p50: 2, opening: 90 },
  300: { p50: 4, opening: 330 },
};

const thousands = process.argv.slice(2).map(Number);

type Query = { text: string; terms: string[]; weights: number[] };

function queries(): Query[] {
  const text = createZipfText(2);
  const all: Query[] = [];
  for (let length = 4; all.length < queryCount + warmUp; length = 4 + ((length - 3) % 8)) {
    const query = text(length);
    const forms = readQuery(query).terms.flatMap((term) =>
      term.forms.map((form) => ({ form, weight: term.weight })),
    );
    if (forms.length === 0) continue;
    all.push({
      text: query,
      terms: forms.map(({ form }) => form),
      weights: forms.map(({ weight }) => weight),
    });
  }
  return all;
}

/** Bytes that this process has had written to a disk; NaN where the system does not report it. */
function writtenBytes(): number {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** The texts of the chunks in an FTS5 table of their own, and the search for as many of them. */
function openBareTable(dataFolder: string) {
  const sqlite = new BetterSqlite(join(dataFolder, "bare.sqlite"));
  sqlite.exec("create virtual table passages using fts5(text)");
  sqlite.exec(`attach '${join(dataFolder, "headwater.sqlite")}' as service`);
  sqlite.exec("insert into passages (text) select payload ->> 'text' from service.chunks");
  const search = sqlite.prepare(
    `select rowid from passages where passages match ? order by rank limit ${limit}`,
  );
  const anyOf = (query: string) =>
    query
      .split(" ")
      .map((word) => `"${word}"`)
      .join(" OR ");
  return { search: (query: string) => search.all(anyOf(query)), close: () => sqlite.close() };
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function openWords(path: string) {
  const data: WordThreadData = { database: { kind: "sqlite", path }, isShared: false, cluster: null };
  return createThreadedWords(entry, data, (_, text) => console.error(text));
}

/** Waits until the thread has stored new chunks as segments, beside its searches. Answers the bytes that it wrote for them. */
async function sealAll(database: string): Promise<number> {
  const before = writtenBytes();
  const words = openWords(database);
  const sqlite = new BetterSqlite(database, { readonly: true });
  const left = sqlite.prepare("select coalesce(sum(chunks), 0) from word_changes where is_gone = 0").pluck();
  while ((left.get() as number) >= chunksPerSegment) await pause(500);
  sqlite.close();
  await words.close();
  return writtenBytes() - before;
}

async function measureThread(dataFolder: string, { projectId, fileIds }: FilledProject): Promise<Figure[]> {
  const chunks = thousandsOf(dataFolder);
  const database = join(dataFolder, "headwater.sqlite");
  const sealed = await sealAll(database);
  const openings: number[] = [];
  let memory = 0;
  for (let round = 0; round < 3; round++) {
    const fresh = openWords(database);
    await fresh.search("no such project", { terms: ["word"], limit });
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    openings.push(await timed(() => fresh.search(projectId, { terms: ["word"], limit })));
    memory = process.memoryUsage().rss - before;
    await fresh.close();
  }
  const words = openWords(database);
  const bare = openBareTable(dataFolder);
  const few = fileIds.slice(0, 10);
  const many = fileIds.slice(0, 10_000);
  const ways = {
    all: (query: Query) => words.search(projectId, { ...query, limit }),
    few: (query: Query) => words.search(projectId, { ...query, limit, fileIds: few }),
    many: (query: Query) => words.search(projectId, { ...query, limit, fileIds: many }),
  };
  const times = { all: [], few: [], many: [], bare: [] } as Record<keyof typeof ways | "bare", number[]>;
  const names = Object.keys(ways) as (keyof typeof ways)[];
  for (const [at, query] of queries().entries()) {
    for (const [place] of names.entries()) {
      const name = names[(at + place) % names.length] as keyof typeof ways;
      const took = await timed(() => ways[name](query));
      if (at >= warmUp) times[name].push(took);
    }
    if (at >= warmUp && at % bareEvery === 0) times.bare.push(await timed(() => bare.search(query.text)));
  }
  const asked = queries().slice(0, 100);
  const ours = await processorTime((time) => ways.all(asked[time % asked.length] as Query), 300);
  const theirs = await processorTime((time) => bare.search(asked[time]?.text ?? ""), 20);
  bare.close();
  await words.close();
  const aim = aims[chunks];
  const p50 = median(times.all);
  const both = (values: number[]) =>
    `p50 ${milliseconds(median(values))}, p99 ${milliseconds(percentile(values, 0.99))}`;
  const filtered = (what: string, values: number[]): Figure => ({
    what: `${chunks},000 chunks: in ${what}`,
    measured: `${both(values)}, ${(median(values) / p50).toFixed(2)} ×`,
    against: "the whole project",
    aim: "≤ 2 ×",
    met: median(values) <= 2 * p50,
  });
  return [
    {
      what: `${chunks},000 chunks, ${queryCount} questions, best ${limit}`,
      measured: both(times.all),
      against: `FTS5 ${both(times.bare)}`,
      ...(aim && {
        aim: `p50 ≤ ${aim.p50} ms, p99 ≤ 3 × p50`,
        met: p50 <= aim.p50 && percentile(times.all, 0.99) <= 3 * p50,
      }),
    },
    {
      what: `${chunks},000 chunks: processor time of a question`,
      measured: milliseconds(ours),
      against: `FTS5 ${milliseconds(theirs)}`,
    },
    filtered("10 of its documents", times.few),
    filtered("10,000 of its documents", times.many),
    {
      what: `${chunks},000 chunks: opening the project`,
      measured: `${milliseconds(Math.min(...openings))}, ${megabytes(memory)} of memory`,
      ...(aim && { aim: `≤ ${aim.opening} ms`, met: Math.min(...openings) <= aim.opening }),
    },
    {
      what: `${chunks},000 chunks: written for segments`,
      measured: `${(sealed / chunks / 1e6).toFixed(2)} kB a chunk`,
    },
  ];
}

/** Thousands of chunks in the database. */
function thousandsOf(dataFolder: string): number {
  const sqlite = new BetterSqlite(join(dataFolder, "headwater.sqlite"), { readonly: true });
  const count = sqlite.prepare("select count(*) from chunks").pluck().get() as number;
  sqlite.close();
  return Math.round(count / 1_000);
}

/** One keep-alive connection and the smallest possible client, as the client's cost is not the service's. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function prebuiltRag({ process: { baseUrl }, token }: BuiltService, body: object): Promise<void> {
  const sent = JSON.stringify({ ...body, top_k: 10 });
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(sent),
  };
  const asked = request(`${baseUrl}/prebuilt-rag`, { method: "POST", agent, headers }).end(sent);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const answer = (await json(response)) as { total?: number };
  if (response.statusCode !== 200)
    throw new Error(`It answered ${response.statusCode}: ${JSON.stringify(answer)}`);
}

async function measureService(dataFolder: string, { fileIds }: FilledProject): Promise<Figure> {
  const some = fileIds.slice(0, 5_000);
  const times: { all: number[]; some: number[] } = { all: [], some: [] };
  await withServiceOn(dataFolder, wordsAlone, async (service) => {
    for (const [at, { text }] of queries().entries()) {
      const all = await timed(() => prebuiltRag(service, { query: text }));
      const within = await timed(() => prebuiltRag(service, { query: text, file_ids: some }));
      if (at < warmUp) continue;
      times.all.push(all);
      times.some.push(within);
    }
  });
  const ratio = median(times.some) / median(times.all);
  return {
    what: `POST /prebuilt-rag in 5,000 of ${fileIds.length} files`,
    measured: `p50 ${milliseconds(median(times.some))}, ${ratio.toFixed(2)} ×`,
    against: `the whole project p50 ${milliseconds(median(times.all))}, p99 ${milliseconds(percentile(times.all, 0.99))}`,
    aim: "≤ 2 ×",
    met: ratio <= 2,
  };
}

for (const size of thousands.length > 0 ? thousands : [50])
  await withDataFolder(async (dataFolder) => {
    await withServiceOn(dataFolder, wordsAlone, async ({ caller }) => {
      const buildId = await caller.ingest("first.md", Buffer.from("The first document."));
      await caller.waitForBuild(buildId, 60_000);
    });
    const words = createZipfText(1);
    const started = performance.now();
    const before = writtenBytes();
    const project = await fillChunks(
      join(dataFolder, "headwater.sqlite"),
      { documents, chunksPerDocument: Math.max(1, Math.round((size * 1_000) / documents)) },
      () => words(wordsPerChunk),
    );
    console.log(
      `filled in ${((performance.now() - started) / 1_000).toFixed(0)} s, ${((writtenBytes() - before) / size / 1e6).toFixed(1)} kB written for each chunk with its text`,
    );
    printReport(await measureThread(dataFolder, project));
    printReport([await measureService(dataFolder, project)]);
  });
