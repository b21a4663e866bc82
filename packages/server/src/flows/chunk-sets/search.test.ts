import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addProcessedSource, addProject } from "../../../testing/contracts/examples.ts";
import { openStores, type StoresUnderTest } from "../../../testing/contracts/open-stores.ts";
import { createMemoryChunks } from "../../../testing/memory-chunks.ts";
import { openSqlite } from "../../adapters/sql/open-database.ts";
import type { Chunk } from "../../chunks/chunk.ts";
import { defaultChunking } from "../../chunks/chunking-config.ts";
import { newId } from "../../kernel/ids.ts";
import type { Embedder } from "../../models/embedder.ts";
import type { ChunkQuery } from "../../retrieval/chunk-index.ts";
import { scoreStored } from "../../retrieval/score-stored.ts";
import { withTerms } from "../../retrieval/search-terms.ts";
import type { CutTerms } from "../../retrieval/words/cut-terms.ts";
import { hashTerm } from "../../text/term-hash.ts";
import type { OutputChunkSet } from "../flow/node-output.ts";
import { NodeError } from "../node/node-kind.ts";
import { createKept } from "./kept.ts";
import { scoreSets } from "./score.ts";
import { createSearchSets } from "./search.ts";
import { buildSetIndex } from "./set-index.ts";

const never = new AbortController().signal;
const cutTerms: CutTerms = async (chunks) => withTerms(chunks).map(({ termHashes }) => termHashes);

/** Numbers that are the same in each run. */
const createRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed / 0x7fffffff;
};

describe("the scores of sets in memory", () => {
  const random = createRandom(7);
  const word = () => `w${Math.floor(60 ** random())}`;
  const sets = Array.from({ length: 6 }, (_, set) =>
    Array.from({ length: Math.floor(random() * 80) }, (_, position) => ({
      chunkId: `${set}/${position}`,
      fileId: `file ${set}`,
      position,
      termHashes: Uint32Array.from({ length: Math.floor(random() * 30) }, () => hashTerm(word())),
    })),
  );
  const indexes = sets.map((chunks, set) => buildSetIndex(`file ${set}`, chunks));

  it.each<[string, Partial<ChunkQuery>]>([
    ["plain", {}],
    ["weighted", { weights: [0.3, 2, 1, 1] }],
    ["with a required term", { required: [["w7", "w8"], ["w3"]] }],
    ["of which few are wanted", { limit: 5 }],
    ["of which none is there", { terms: ["nothing"] }],
  ])("are those of the service's own scan for a query %s", async (_name, more) => {
    const query = { terms: ["w1", "w5", "w20", "w31"], limit: 1_000, ...more };
    const expected = await scoreStored(sets.flat(), query);
    expect(scoreSets(indexes, query)).toEqual(expected);
  });
});

describe("searching sets by words", () => {
  const memory = createMemoryChunks();
  const projectId = newId();
  const addSet = async (texts: string[]): Promise<OutputChunkSet> => {
    const [fileId, versionId] = [newId(), newId()];
    await memory.store.begin(projectId, fileId, {
      chunkSetId: versionId,
      versionId,
      config: defaultChunking,
    });
    const chunks = texts.map(
      (text, position): Chunk => ({
        chunkId: `${text} ${position}`,
        position,
        text,
        title: "",
        pageNumber: 1,
        elementIds: [newId()],
      }),
    );
    await memory.store.add(versionId, chunks);
    return { chunkSetId: versionId, fileId, versionId, chunks: texts.length };
  };
  const idsOf = async (
    sets: OutputChunkSet[],
    query: string,
    searchSets = createSearchSets({ chunks: memory.store, cutTerms }),
  ) => (await searchSets.byWords(sets).search(query, { projectId }, 10, never)).map(({ chunkId }) => chunkId);

  it("finds inflected words in the given sets only, best first", async () => {
    const one = await addSet(["The aileron controls roll.", "Nothing to see."]);
    const other = await addSet(["Ailerons are hinged.", "Roll the dough."]);
    expect(await idsOf([one, other], "aileron roll")).toEqual([
      "The aileron controls roll. 0",
      "Roll the dough. 1",
      "Ailerons are hinged. 0",
    ]);
    expect(await idsOf([other], "aileron roll")).not.toContain("The aileron controls roll. 0");
    expect(await idsOf([], "aileron")).toEqual([]);
  });

  it("reads a set once, and again when others needed its room", async () => {
    const [one, other] = [await addSet(["wing ".repeat(200)]), await addSet(["tail ".repeat(200)])];
    const read: string[] = [];
    const chunks = {
      listSet: (chunkSetId: string, batchSize: number) => {
        read.push(chunkSetId);
        return memory.store.listSet(chunkSetId, batchSize);
      },
    };
    const roomy = createSearchSets({ chunks, cutTerms });
    for (const set of [one, other, one]) await idsOf([set], "wing", roomy);
    expect(read).toEqual([one.chunkSetId, other.chunkSetId]);
    read.length = 0;
    const narrow = createSearchSets({ chunks, cutTerms }, 1_500);
    for (const set of [one, other, one]) await idsOf([set], "wing", narrow);
    expect(read).toEqual([one.chunkSetId, other.chunkSetId, one.chunkSetId]);
  });

  it("says what to do when there is more than fits", async () => {
    const sets = [await addSet(["wing ".repeat(200)]), await addSet(["tail ".repeat(200)])];
    const narrow = createSearchSets({ chunks: memory.store, cutTerms }, 1_500);
    await expect(idsOf(sets, "wing", narrow)).rejects.toThrow(NodeError);
  });
});

it("shares a loading, and loads again what failed", async () => {
  const kept = createKept<string>(100, (value) => value.length);
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 2) throw new Error("gone");
    return `value ${loads}`;
  };
  expect(await Promise.all([kept.get("a", load), kept.get("a", load)])).toEqual(["value 1", "value 1"]);
  await expect(kept.get("b", load)).rejects.toThrow("gone");
  expect(await kept.get("b", load)).toBe("value 3");
});

describe("searching sets by meaning", () => {
  let stores: StoresUnderTest;
  let folder: string;
  let embedded: string[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-search-sets-"));
    stores = await openStores(
      () => openSqlite(join(folder, "headwater.sqlite")),
      () => rm(folder, { recursive: true }),
    );
    embedded = [];
  });
  afterEach(() => stores.close());

  /** The closer two numbers of passages are, the nearer their vectors. */
  const embedder: Embedder = {
    space: "by number",
    async embed(texts, purpose) {
      if (purpose === "passage") embedded.push(...texts);
      const vectors = texts.map((text) => {
        const angle = Number(/\d+$/.exec(text)?.[0] ?? 0) / 10;
        return Float32Array.from([Math.cos(angle), Math.sin(angle)]);
      });
      return { vectors, usage: { tokensIn: texts.length } };
    },
  };

  it("gives the chunks vectors, each text once, and finds the nearest", async () => {
    const { projectId } = await addProject(stores);
    const sources = [
      await addProcessedSource(stores, projectId, { chunks: 4 }),
      await addProcessedSource(stores, projectId, { chunks: 3 }),
    ];
    const sets = sources.map(({ chunkSetId, fileId, versionId, chunks }) => ({
      chunkSetId,
      fileId,
      versionId,
      chunks: chunks.length,
    }));
    const used: number[] = [];
    const { byMeaning, lacking } = createSearchSets({
      chunks: stores.chunks,
      cutTerms,
      meaning: { embedder, vectors: stores.vectors },
    });
    const search = (limit: number) =>
      byMeaning?.(sets, ({ tokensIn = 0 }) => used.push(tokensIn)).search(
        "number 3",
        { projectId },
        limit,
        never,
      );
    expect(await lacking(projectId, sets)).toMatchObject({ chunks: 4, modelCalls: 1 });
    const found = await search(3);
    expect(await lacking(projectId, sets)).toEqual({ chunks: 0, modelCalls: 0, tokens: 0 });
    expect(found?.map(({ chunkId }) => chunkId)).toEqual([
      sources[0]?.chunks[3]?.chunkId,
      sources[0]?.chunks[2]?.chunkId,
      sources[1]?.chunks[2]?.chunkId,
    ]);
    expect(found?.[0]?.score).toBeCloseTo(1);
    expect(embedded).toHaveLength(4);
    await search(3);
    expect(embedded).toHaveLength(4);
    expect(used).toEqual([1, 4, 1]);
    // The service's own search by meaning looks at finished sets: those of flows are none of them.
    const [space] = await stores.vectors.spaces(projectId);
    expect(space && (await stores.vectors.finishedSets(space, defaultChunking))).toEqual([]);
  });
});
