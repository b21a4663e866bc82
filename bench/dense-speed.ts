/**
 * Search by meaning over 50,000 vectors of 384 dimensions: through the thread that does it in the service, compared with
 * the bare scan of one array, and with LanceDB's exact search over the same vectors. The three take turns at each query, so
 * that other work on the machine affects all of them. The vectors are random: the time does not depend on what they mean.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@lancedb/lancedb";
import { createStores } from "../packages/server/src/adapters/sql/create-stores.ts";
import { openSqlite } from "../packages/server/src/adapters/sql/open-database.ts";
import { createThreadedVectors } from "../packages/server/src/adapters/vectors/threaded-vectors.ts";
import { systemClock } from "../packages/server/src/kernel/clock.ts";
import type { EmbeddingSpace } from "../packages/server/src/retrieval/dense/vector-store.ts";
import { addProcessedSource, addProject } from "../packages/server/testing/contracts/examples.ts";
import { seededRandom } from "../packages/server/testing/documents/seeded-random.ts";
import { type Figure, megabytes, milliseconds, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

const files = 50;
const chunksPerFile = 1_000;
const chunkCount = files * chunksPerFile;
const dimensions = 384;
const queryCount = 200;
const warmUp = 20;
/** As deep as hybrid search looks. */
const limit = 300;

const random = seededRandom(1);
function randomVector(): Float32Array {
  const values = Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

const all = new Float32Array(chunkCount * dimensions);
for (let chunk = 0; chunk < chunkCount; chunk += 1) all.set(randomVector(), chunk * dimensions);
const vectorAt = (chunk: number) => all.subarray(chunk * dimensions, (chunk + 1) * dimensions);

/** The least work there can be: one sum for each vector, and sorting the scores. */
function bareScan(query: Float32Array): Float32Array {
  const scores = new Float32Array(chunkCount);
  for (let chunk = 0, start = 0; chunk < chunkCount; chunk += 1, start += dimensions) {
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += (all[start + at] as number) * (query[at] as number);
    scores[chunk] = sum;
  }
  return scores.sort().subarray(-limit);
}

async function fill(databasePath: string): Promise<{ space: EmbeddingSpace; ms: number }> {
  const database = await openSqlite(databasePath);
  const stores = createStores(database, systemClock);
  const { projectId } = await addProject(stores);
  const space = await stores.vectors.openSpace(projectId, "random");
  let ms = 0;
  for (let file = 0; file < files; file += 1) {
    const { chunkSetId } = await addProcessedSource(stores, projectId, {
      chunks: chunksPerFile,
      elements: 1,
    });
    const vectors = Array.from({ length: chunksPerFile }, (_, position) => {
      const chunk = file * chunksPerFile + position;
      return { position, contentHash: `hash of chunk ${chunk}`.padEnd(43), vector: vectorAt(chunk) };
    });
    const started = performance.now();
    await stores.vectors.add(space.spaceId, chunkSetId, vectors);
    await stores.vectors.finishSet(space.spaceId, chunkSetId);
    ms += performance.now() - started;
  }
  await database.destroy();
  return { space, ms };
}

async function openLance(folder: string) {
  const rows = Array.from({ length: chunkCount }, (_, chunk) => ({
    id: `chunk ${chunk}`,
    vector: Array.from(vectorAt(chunk)),
  }));
  return (await connect(folder)).createTable("vectors", rows);
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const folder = await mkdtemp(join(tmpdir(), "headwater-dense-"));
const entry = new URL("../packages/server/src/compose/vector-thread.ts", import.meta.url);
const database = join(folder, "headwater.sqlite");
const index = createThreadedVectors(entry, { database });
try {
  const { space, ms: filling } = await fill(database);
  const lance = await openLance(join(folder, "lance"));
  const before = process.memoryUsage().rss;
  const first = await timed(() => index.search(space, { vector: randomVector(), limit }));
  const grown = process.memoryUsage().rss - before;
  const times: Record<"ours" | "scan" | "lance", number[]> = { ours: [], scan: [], lance: [] };
  for (let round = 0; round < queryCount + warmUp; round += 1) {
    const vector = randomVector();
    const ours = await timed(() => index.search(space, { vector, limit }));
    const scan = await timed(() => bareScan(vector));
    const bare = await timed(() =>
      lance.search(Array.from(vector)).select(["id", "_distance"]).limit(limit).toArray(),
    );
    if (round < warmUp) continue;
    times.ours.push(ours);
    times.scan.push(scan);
    times.lance.push(bare);
  }
  const both = (values: number[]) =>
    `${milliseconds(median(values))}, ${milliseconds(percentile(values, 0.95))}`;
  const figures: Figure[] = [
    {
      what: `search, p50 and p95, best ${limit}`,
      measured: both(times.ours),
      against: `bare scan ${both(times.scan)}; LanceDB ${both(times.lance)}`,
      aim: "p50 ≤ 1.5 × the bare scan",
      met: median(times.ours) <= 1.5 * median(times.scan),
    },
    { what: "first search of a project: reads its vectors", measured: milliseconds(first) },
    { what: "memory of the process after it", measured: megabytes(grown) },
    { what: "writing 50,000 vectors", measured: milliseconds(filling) },
  ];
  printReport(figures);
} finally {
  await index.close();
  await rm(folder, { recursive: true, force: true });
}
