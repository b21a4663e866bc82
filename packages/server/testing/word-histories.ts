import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChunkHit } from "../src/retrieval/chunk-index.ts";
import { type StoredTerms, scoreStored } from "../src/retrieval/score-stored.ts";
import { seededRandom } from "./documents/seeded-random.ts";
import { type OpenWordIndex, openIndexedProject } from "./indexed-project.ts";

type Document = { fileId: string; versionId: string; chunks: StoredTerms[] };

/** Scores differ in the order in which they are summed up. */
const tolerance = 1e-9;
/** Lucene adds in 32 bits. */
const floatTolerance = 1e-4;

/**
 * Adds, reprocesses, deletes, stores, clears, loses the memory fails and starts anew at random, and compares every search with a
 * look at every chunk that is active then. Answers what differed.
 */
export async function playWordHistory(
  seed: number,
  steps: number,
  {
    isShared = false,
    open,
    renew,
  }: {
    /** Two processes with an index each, of which now one and now the other stores segments. */
    isShared?: boolean;
    /** Opens another index than that of the database, whose scores count what is gone for a while. */
    open?: OpenWordIndex;
    /** Makes that index anew: then scores are exact. */
    renew?: (projectId: string) => Promise<void>;
  } = {},
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "headwater-history-"));
  const options = { keptBytes: 0, chunksPerSegment: 24, isShared };
  const project = await openIndexedProject(join(folder, "headwater.sqlite"), options, open);
  let isExact = open === undefined;
  const next = seededRandom(seed);
  const random = (below: number) => Math.floor(next() * below);
  const documents: Document[] = [];
  const differences: string[] = [];
  const word = () => `w${Math.floor((random(1000) * random(1000)) / 16_000)}`;
  const text = () => Array.from({ length: 1 + random(12) }, word).join(" ");
  const texts = () => Array.from({ length: random(9) }, text);
  const toDocument = ({
    fileId,
    versionId,
    chunks,
  }: Awaited<ReturnType<typeof project.write>>): Document => ({
    fileId,
    versionId,
    chunks: chunks.map(({ chunkId, position, termHashes = new Uint32Array() }) => ({
      ...{ chunkId, position, termHashes, fileId },
    })),
  });

  const actions: Record<string, () => Promise<unknown>> = {
    async add() {
      documents.push(toDocument(await project.add(texts())));
    },
    async reprocess() {
      const at = random(documents.length || 1);
      const old = documents[at];
      if (!old) return;
      const next = await project.write(texts(), old.fileId);
      await compare();
      await next.activate();
      documents[at] = toDocument(next);
      await compare();
      await project.stores.elements.removeVersion(old.versionId);
    },
    async remove() {
      const [gone] = documents.splice(random(documents.length || 1), 1);
      if (gone) await project.stores.sources.remove(project.projectId, gone.fileId);
    },
    tidy: () => project.index.tidy(),
    clear: () => project.index.clear(),
    restart: async () => project.restart(),
    /** In the middle of something; then the index goes on, or its process is gone. */
    async crash() {
      project.failAfter(random(12));
      const [work = project.index.tidy] = [
        project.index.tidy,
        project.index.clear,
        () => project.search(["w1"]),
      ].slice(random(3));
      await work().catch((error: Error) => {
        if (error.message !== "The store failed") throw error;
      });
      project.failAfter(Number.POSITIVE_INFINITY);
      if (random(2) === 0) project.restart();
    },
    async lose() {
      project.loseSegments();
      project.restart();
      await project.index.compare(project.projectId);
      await project.indexUnindexed();
    },
    async damage() {
      project.damageSegments();
      project.restart();
      await project.search(["w1"]);
      await project.indexUnindexed();
    },
    changeProcess: async () => project.changeProcess(),
    compareWithDatabase: () => project.index.compare(project.projectId),
  };
  const chances = [...Array(12).fill("add"), ...Array(5).fill("reprocess"), ...Array(6).fill("remove")];
  chances.push(
    "tidy",
    "tidy",
    "tidy",
    "clear",
    "restart",
    "crash",
    "crash",
    "lose",
    "damage",
    "compareWithDatabase",
    ...Array<string>(isShared ? 8 : 0).fill("changeProcess"),
  );

  const compare = async () => {
    const terms = [...new Set(Array.from({ length: 1 + random(5) }, word))];
    const weights = terms.map(() => 0.5 + random(4) / 2);
    const required = random(4) === 0 ? [[word(), terms[0] ?? "w0"]] : undefined;
    const files = random(3) === 0 ? documents.filter(() => random(2) === 0) : undefined;
    const query = { terms, weights, required, limit: 1 + random(20) };
    const fileIds = files && new Set(files.map(({ fileId }) => fileId));
    const all = documents.flatMap(({ chunks }) => chunks);
    const expected = (await scoreStored(all, { ...query, limit: all.length })).filter(
      ({ fileId, score }) => score > 0 && (!fileIds || fileIds.has(fileId)),
    );
    const found = await project.search(terms, { ...query, fileIds: fileIds && [...fileIds].join() });
    const difference = isExact
      ? differenceOf(found, expected, query.limit, open ? floatTolerance : tolerance)
      : otherHits(found, expected, query.limit);
    if (difference) differences.push(`seed ${seed}: ${difference}`);
  };

  try {
    for (let step = 0; step < steps; step++) {
      const name = chances[random(chances.length)] as string;
      await actions[name]?.();
      await compare();
    }
    if (renew) {
      await renew(project.projectId);
      project.restart();
      await project.index.tidy();
      isExact = true;
      for (let look = 0; look < 20; look++) await compare();
    }
    return differences;
  } finally {
    await project.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each hit must have its own score, and no chunk that is left out a better one. */
function differenceOf(found: ChunkHit[], expected: ChunkHit[], limit: number, within: number): string | null {
  const scores = new Map(expected.map((hit) => [hit.chunkId, hit]));
  if (found.length !== Math.min(limit, expected.length))
    return `${found.length} hits of ${Math.min(limit, expected.length)}`;
  for (const [at, hit] of found.entries()) {
    const own = scores.get(hit.chunkId);
    if (!own) return "a chunk that should not be found";
    if (own.position !== hit.position || own.fileId !== hit.fileId) return "another place";
    if (String(own.termHashes) !== String(hit.termHashes)) return "other terms";
    if (Math.abs(own.score - hit.score) > within) return `score ${hit.score} for ${own.score}`;
    if (Math.abs((expected[at]?.score ?? 0) - hit.score) > within) return "another order";
  }
  return new Set(found.map(({ chunkId }) => chunkId)).size === found.length ? null : "a chunk twice";
}

/** As many hits as there are, each of a chunk that is there. */
function otherHits(found: ChunkHit[], expected: ChunkHit[], limit: number): string | null {
  const there = new Set(expected.map(({ chunkId }) => chunkId));
  if (found.length !== Math.min(limit, expected.length))
    return `${found.length} hits of ${Math.min(limit, expected.length)}`;
  return found.every(({ chunkId }) => there.has(chunkId)) ? null : "a chunk that should not be found";
}
