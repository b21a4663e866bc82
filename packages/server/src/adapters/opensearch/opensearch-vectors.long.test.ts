import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { addProcessedSource, addProject } from "../../../testing/contracts/examples.ts";
import { openStores, type StoresUnderTest } from "../../../testing/contracts/open-stores.ts";
import { seededRandom } from "../../../testing/documents/seeded-random.ts";
import {
  needsVectorSearch,
  type SearchCluster,
  startSearchCluster,
} from "../../../testing/search-cluster.ts";
import type { VectorHit, VectorQuery } from "../../retrieval/dense/vector-index.ts";
import type { EmbeddingSpace } from "../../retrieval/dense/vector-store.ts";
import { openSqlite } from "../sql/open-database.ts";
import { createNearIndex, type NearIndex } from "../vectors/near-index.ts";
import { toHits, toNearQuery } from "../vectors/near-query.ts";
import { createSearchClient, type SearchClient } from "./open-search-client.ts";
import { parseOpenSearchAddress } from "./opensearch-address.ts";
import { createOpenSearchVectors } from "./opensearch-vectors.ts";
import { hasVectorSearch, listVectorIndices } from "./vector-indices.ts";

const dimensions = 48;
/** A cosine of the graph may differ so much, since vectors are sent with six digits; and one of memory, of 8 bits. */
const [tolerance, toleranceInMemory] = [1e-4, 0.005];

type Known = { chunkId: string; fileId: string; vector: Float32Array };

needsVectorSearch("vectors in an OpenSearch node with its k-NN plugin", () => {
  let cluster: SearchCluster;
  let client: SearchClient;
  beforeAll(async () => {
    cluster = await startSearchCluster();
    client = createSearchClient(parseOpenSearchAddress(cluster.address));
  });
  afterAll(async () => {
    await client?.close();
    await cluster?.stop();
  });

  let folder: string;
  let stores: StoresUnderTest;
  let storeId: string;
  let space: EmbeddingSpace;
  let there: ReturnType<typeof createOpenSearchVectors>;
  let index: NearIndex;
  let known: Known[];
  let random: () => number;
  /** As with another process, or after a start. */
  const restart = (vectorsFrom = 1) => {
    there = createOpenSearchVectors({ client, store: stores.vectors, storeId, vectorsFrom });
    index = createNearIndex(stores.vectors, { cluster: there });
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-vectors-"));
    stores = await openStores(
      () => openSqlite(join(folder, "headwater.sqlite")),
      () => rm(folder, { recursive: true }),
    );
    storeId = randomUUID();
    const { projectId } = await addProject(stores);
    space = await stores.vectors.openSpace(projectId, "model");
    known = [];
    random = seededRandom(2100);
    restart();
  });
  afterEach(() => stores.close());

  /** Around some centres, as texts are around their topics. */
  const vectorNear = (centre: number): Float32Array => {
    const own = seededRandom(centre);
    const values = Array.from({ length: dimensions }, () => own() - 0.1 + 0.6 * (random() - 0.5));
    const length = Math.hypot(...values);
    return Float32Array.from(values, (value) => value / length);
  };
  const add = async (chunks: number) => {
    const source = await addProcessedSource(stores, space.projectId, { chunks });
    const vectors = source.chunks.map(({ chunkId, position }) => {
      const vector = vectorNear(Math.floor(random() * 40));
      known.push({ chunkId, fileId: source.fileId, vector });
      return { position, contentHash: chunkId, vector };
    });
    await stores.vectors.add(space.spaceId, source.chunkSetId, vectors);
    await stores.vectors.finishSet(space.spaceId, source.chunkSetId);
    return source;
  };
  const remove = async (fileId: string) => {
    await stores.sources.remove(space.projectId, fileId);
    known = known.filter((each) => each.fileId !== fileId);
  };
  const cosine = (one: Float32Array, other: Float32Array) =>
    one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  const ranked = ({ vector, fileIds }: Omit<VectorQuery, "limit">): VectorHit[] =>
    known
      .filter(({ fileId }) => fileIds?.includes(fileId) ?? true)
      .map(({ chunkId, vector: other }) => ({ chunkId, score: cosine(vector, other) }))
      .sort((one, other) => other.score - one.score);
  const exact = ({ limit, ...query }: VectorQuery): VectorHit[] =>
    ranked(query)
      .filter(({ score }) => score > 0)
      .slice(0, limit);
  const search = async (query: VectorQuery) => toHits(await index.search(space, toNearQuery(query)));
  /** What the cluster alone finds; null while it does not answer. */
  const searchThere = async (query: VectorQuery) => (await there.search(space, query))?.hits ?? null;
  const idsOf = (hits: VectorHit[] | null) => (hits ?? []).map(({ chunkId }) => chunkId);

  /** The share of the exact nearest that is found, over many questions. Fails where a cosine is another one. */
  const recall = async (
    find: typeof searchThere,
    { limit, fileIds, off }: { limit: number; fileIds?: string[]; off: number },
  ) => {
    let [found, wanted] = [0, 0];
    for (let question = 0; question < 40; question += 1) {
      const query = { vector: vectorNear(question), limit, fileIds };
      const hits = new Map((await find(query))?.map(({ chunkId, score }) => [chunkId, score]));
      for (const { chunkId, score } of exact(query)) {
        wanted += 1;
        const seen = hits.get(chunkId);
        if (seen === undefined) continue;
        found += 1;
        expect(Math.abs(seen - score)).toBeLessThan(off);
      }
    }
    return found / wanted;
  };

  it("finds nearly all of the 20 nearest of thousands that a look at each of them finds, within files too", async () => {
    expect(await hasVectorSearch(client)).toBe(true);
    const files: string[] = [];
    for (let at = 0; at < 60; at += 1) files.push((await add(80)).fileId);
    const vector = vectorNear(3);
    while ((await there.search(space, { vector, limit: 1 }))?.shownTo !== 60) await there.tidy();
    expect(await recall(searchThere, { limit: 20, off: tolerance })).toBeGreaterThanOrEqual(0.95);
    const within = { limit: 20, fileIds: files.slice(7, 19), off: tolerance };
    expect(await recall(searchThere, within)).toBeGreaterThanOrEqual(0.95);
    const far = ranked({ vector }).slice(-5);
    const asked = [...idsOf(far), randomUUID()];
    const hits = await searchThere({ vector, limit: 10, chunkIds: asked });
    expect(hits).toHaveLength(15);
    expect(idsOf(hits).slice(-5)).toEqual(idsOf(far));
    const ofOthers = await searchThere({ vector, limit: 10, chunkIds: asked, fileIds: files.slice(0, 1) });
    expect(ofOthers?.length).toBeLessThanOrEqual(10);
  });

  it("finds with what it does not show yet, and nothing that was removed once that was looked at", async () => {
    const both = () => recall(search, { limit: 100, off: toleranceInMemory });
    const first = await add(30);
    expect(await searchThere({ vector: vectorNear(1), limit: 5 })).toBe(null);
    expect(await both()).toBe(1);
    await there.tidy();
    expect(await searchThere({ vector: vectorNear(1), limit: 5 })).toHaveLength(5);
    await add(30);
    expect(await searchThere({ vector: vectorNear(1), limit: 60 })).toHaveLength(30);
    expect(await both()).toBe(1);
    await remove(first.fileId);
    await there.tidy();
    const vector = vectorNear(2);
    const left = idsOf(exact({ vector, limit: 100 })).toSorted();
    expect(idsOf(await searchThere({ vector, limit: 100 })).toSorted()).toEqual(left);
    expect(idsOf(await search({ vector, limit: 100 })).toSorted()).toEqual(left);
  });

  it("leaves a small space to memory, and takes all of one that has become large", async () => {
    restart(50);
    await add(30);
    await there.tidy();
    await there.tidy();
    expect(await listVectorIndices(client, storeId)).toEqual([]);
    const query = { vector: vectorNear(1), limit: 100 };
    expect(idsOf(await search(query)).toSorted()).toEqual(idsOf(exact(query)).toSorted());
    await add(30);
    await there.tidy();
    expect(idsOf(await searchThere(query)).toSorted()).toEqual(idsOf(exact(query)).toSorted());
  });

  it("compares everything after a start, makes a lost index anew, and drops that of a space that is gone", async () => {
    const gone = await add(20);
    await add(20);
    await there.tidy();
    await remove(gone.fileId);
    await add(20);
    restart();
    await there.tidy();
    const query = { vector: vectorNear(1), limit: 100 };
    const shown = async () => idsOf(await searchThere(query)).toSorted();
    const all = idsOf(exact(query)).toSorted();
    expect(await shown()).toEqual(all);
    for (const name of await listVectorIndices(client, storeId))
      await client.ask({ method: "DELETE", path: `/${name}` });
    expect(idsOf(await search(query)).toSorted()).toEqual(all);
    restart();
    await there.tidy();
    expect(await shown()).toEqual(all);
    await stores.vectors.removeSpace(space.spaceId);
    restart();
    await there.tidy();
    expect(await listVectorIndices(client, storeId)).toEqual([]);
  });

  it("keeps nothing of what was deleted in its files once that is merged away", async () => {
    const gone = await add(5);
    await add(5);
    await there.tidy();
    await client.ask({ method: "POST", path: "/_flush?force=true" });
    const traces = [gone.chunkSetId, gone.fileId];
    for (const trace of traces) expect(await cluster.filesWith(trace)).not.toEqual([]);
    await remove(gone.fileId);
    await there.tidy();
    await expect
      .poll(
        async () => {
          await there.clear();
          return (await Promise.all(traces.map(cluster.filesWith))).flat();
        },
        { timeout: 90_000, interval: 1_000 },
      )
      .toEqual([]);
    expect(await there.clear()).toBe(false);
  });
});
