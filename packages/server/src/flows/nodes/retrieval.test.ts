import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FlowSources, openFlowSources } from "../../../testing/flow-sources.ts";
import type { CandidateSource, MeaningSource } from "../../retrieval/candidate-source.ts";
import { createHybridCandidates } from "../../retrieval/hybrid-candidates.ts";
import { createRetrieve } from "../../retrieval/retrieve.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import type { NodeOutcome } from "../node/node-kind.ts";
import { createRetrievalNode, type RetrievalNodeDependencies } from "./retrieval.ts";
import { createSmartRagNode } from "./smart-rag.ts";
import { createCountChunks } from "./smart-rag-counts.ts";

let sources: FlowSources;
let wings: Awaited<ReturnType<FlowSources["add"]>>;
let bread: Awaited<ReturnType<FlowSources["add"]>>;
beforeEach(async () => {
  sources = await openFlowSources();
  wings = await sources.add("wings.txt", [
    "The aileron controls the roll of an aircraft.",
    "A wing gives lift.",
  ]);
  bread = await sources.add("bread.txt", ["Roll the dough and bake it.", "Bread needs an hour."]);
});
afterEach(() => sources.close());

const documents = (...added: { document: typeof wings.document }[]): NodeOutput => ({
  kind: "documents",
  documents: added.map(({ document }) => document),
});
const chunks = (...added: { set: typeof wings.set }[]): NodeOutput => ({
  kind: "chunks",
  sets: added.map(({ set }) => set),
});
const listsOf = ({ output }: NodeOutcome) => {
  if (output.kind !== "passages") throw new Error(`It gave ${output.kind}`);
  return output.lists;
};
const idsOf = (outcome: NodeOutcome) => listsOf(outcome).map(({ passages }) => passages.map(({ id }) => id));
const first = ({ chunks: [chunk] }: typeof wings) => chunk?.chunkId;

describe("a retrieval node", () => {
  const retrievalOf = (more: Partial<RetrievalNodeDependencies> = {}) =>
    createRetrievalNode({ ...sources, ...sources.stores, ...more });
  const run = (
    config: Record<string, unknown>,
    inputs: NodeOutput[],
    query: string | null = "aileron roll",
    more: Partial<RetrievalNodeDependencies> = {},
  ) => retrievalOf(more).run(sources.input("retrieval", { searchType: "keyword", ...config }, inputs, query));

  it.each([
    ["documents", documents],
    ["the sets of a chunking node", chunks],
  ])("searches %s, best first, and nothing else of the project", async (_name, give) => {
    const found = await run({}, [give(wings as never, bread as never)]);
    expect(idsOf(found)).toEqual([[first(wings), first(bread)]]);
    expect(found.counts).toEqual({ total_retrievals: 2, lastRun: "2026-01-01T00:00:00.000Z" });
    expect(idsOf(await run({}, [give(bread as never)]))).toEqual([[first(bread)]]);
    expect(idsOf(await run({ topK: 1 }, [give(wings as never, bread as never)]))).toEqual([[first(wings)]]);
    expect(idsOf(await run({ scoreThreshold: 0.9 }, [give(wings as never, bread as never)]))).toEqual([
      [first(wings)],
    ]);
  });

  it("searches documents and sets together, each passage once", async () => {
    expect(idsOf(await run({}, [documents(wings), chunks(wings, bread)]))).toEqual([
      [first(wings), first(bread)],
    ]);
  });

  it("gives an empty list for empty datasets, and no list without a query", async () => {
    expect(idsOf(await run({}, [documents()]))).toEqual([[]]);
    const unasked = await run({}, [documents(wings)], null);
    expect(unasked).toMatchObject({
      output: { kind: "passages", lists: [] },
      counts: { total_retrievals: 0 },
    });
  });

  it("asks the questions that are joined before the query of the run", async () => {
    const queries: NodeOutput = {
      kind: "queries",
      queries: [
        { id: "q/1", text: "bake dough" },
        { id: "q/2", text: "lift of a wing", expected: { sources: ["wings.txt"] } },
      ],
    };
    const found = await run({}, [documents(wings, bread), queries]);
    expect(listsOf(found).map(({ query }) => query)).toEqual(queries.queries);
    expect(idsOf(found)).toEqual([[first(bread)], [wings.chunks[1]?.chunkId]]);
  });

  it("puts the query into every place of the template, as it is", async () => {
    const asked: string[] = [];
    const byWords: CandidateSource = {
      search: async (text) => {
        asked.push(text);
        return [];
      },
    };
    await run({ retrievalQuery: "{query} or {query}?" }, [documents(wings)], "$& lift", { byWords });
    expect(asked).toEqual(["$& lift or $& lift?"]);
  });

  it("uses words where there is no model or no vector yet, and says so", async () => {
    const without = await run({ searchType: "semantic" }, [chunks(wings, bread)]);
    expect(idsOf(without)[0]).toHaveLength(2);
    expect(without.notes?.join()).toContain("HEADWATER_EMBEDDING_MODEL");
    const none = await run({ searchType: "similarity" }, [documents(wings, bread)], "aileron roll", {
      byMeaning: { search: async () => [] },
    });
    expect(idsOf(none)[0]).toHaveLength(2);
    expect(none.notes).toHaveLength(1);
  });

  it("finds by meaning alone, or by both", async () => {
    const byMeaning: MeaningSource = {
      search: async () => [{ chunkId: bread.chunks[1]?.chunkId ?? "", score: 0.8, sum: 0.8 }],
    };
    const find = (searchType: string) =>
      run({ searchType }, [documents(wings, bread)], "aileron roll", { byMeaning });
    expect(idsOf(await find("semantic"))).toEqual([[bread.chunks[1]?.chunkId]]);
    expect(idsOf(await find("hybrid"))[0]).toContain(bread.chunks[1]?.chunkId);
    expect(idsOf(await find("hybrid"))[0]).toContain(first(wings));
    expect(idsOf(await find("keyword"))[0]).not.toContain(bread.chunks[1]?.chunkId);
  });

  it("says which field is wrong", async () => {
    await expect(run({ topK: 0 }, [documents(wings)])).rejects.toThrow(
      "topK must be an integer from 1 to 100",
    );
    await expect(run({ searchType: "magic" }, [documents(wings)])).rejects.toThrow(
      "searchType must be one of",
    );
  });

  it("finds nothing in a source that was deleted", async () => {
    await sources.stores.sources.remove(sources.projectId, wings.fileId);
    expect(idsOf(await run({}, [documents(wings, bread)]))).toEqual([[first(bread)]]);
    expect(idsOf(await run({}, [chunks(wings, bread)]))).toEqual([[first(bread)]]);
  });
});

it("tells before a run what has to be embedded, but not for words", async () => {
  const lacking = { chunks: 4, modelCalls: 1, tokens: 99 };
  const node = createRetrievalNode({
    ...sources,
    ...sources.stores,
    byMeaning: { search: async () => [] },
    searchSets: {
      ...sources.searchSets,
      lacking: async (_projectId, sets) =>
        sets.length > 0 ? lacking : { chunks: 0, modelCalls: 0, tokens: 0 },
    },
  });
  const costOf = (searchType: string) =>
    node.estimate?.(sources.input("retrieval", { searchType }, [chunks(wings, bread)], "Why?"));
  expect(await costOf("semantic")).toEqual({ files: 2, chunks: 4, modelCalls: 2, tokens: 99 });
  expect(await costOf("keyword")).toEqual({ files: 2, chunks: 0, modelCalls: 0, tokens: 0 });
});

describe("a smart-rag node", () => {
  const run = (
    config: Record<string, unknown>,
    inputs: NodeOutput[],
    query: string | null = "aileron roll",
    retrieve = sources.retrieve,
  ) =>
    createSmartRagNode({
      ...sources,
      ...sources.stores,
      retrieve,
      countChunks: createCountChunks(sources.stores.chunks),
    }).run(sources.input("smart-rag", config, inputs, query));

  it.each([
    ["documents", () => [documents(wings, bread)]],
    ["sets", () => [chunks(wings, bread)]],
    ["both", () => [documents(wings), chunks(bread)]],
  ])("retrieves from %s and counts what it had", async (_name, give) => {
    const found = await run({}, give());
    expect(idsOf(found)).toEqual([[first(wings), first(bread)]]);
    expect(found.counts).toEqual({ total_processed: 2, total_chunks: 4, total_retrieved: 2 });
    expect(idsOf(await run({ topK: 1 }, give()))).toEqual([[first(wings)]]);
  });

  it("gives an empty list for an empty dataset", async () => {
    const found = await run({}, [documents()]);
    expect(idsOf(found)).toEqual([[]]);
    expect(found.counts).toEqual({ total_processed: 0, total_chunks: 0, total_retrieved: 0 });
  });

  it("searches on for a question that joins facts", async () => {
    const author = await sources.add("author.txt", ["Brand was written by Henrik Ibsen."]);
    const born = await sources.add("born.txt", ["Henrik Ibsen was born in Norway."]);
    const others = await sources.add(
      "others.txt",
      Array.from({ length: 6 }, (_, at) => `An author was born in a country, number ${at}.`),
    );
    const question = "In which country was the author who wrote Brand born?";
    // As near to the question as each other.
    const byMeaning: MeaningSource = {
      search: async (_query, _scope, _limit, _signal, chunkIds = []) =>
        chunkIds.map((chunkId) => ({ chunkId, score: 0.3, sum: 0.3, cosine: 0.3 })),
    };
    const retrieve = createRetrieve({
      candidates: createHybridCandidates(sources.byWords, byMeaning),
      hopIndex: sources.hopIndex,
      chunks: sources.stores.chunks,
    });
    const [ids] = idsOf(await run({ topK: 5 }, [documents(author, born, others)], question, retrieve));
    expect(ids).toContain(first(born));
  });
});

it("counts the chunks of versions with one question, and asks again for new ones only", async () => {
  let asked = 0;
  const count = createCountChunks({
    activeSets: (...args) => {
      asked += 1;
      return sources.stores.chunks.activeSets(...args);
    },
  });
  const all = [wings.document.versionId, bread.document.versionId];
  expect(await count(sources.projectId, all)).toBe(4);
  expect(await count(sources.projectId, all.slice(1))).toBe(2);
  expect(asked).toBe(1);
  const more = await sources.add("more.txt", ["One more."]);
  expect(await count(sources.projectId, [...all, more.document.versionId])).toBe(5);
  expect(asked).toBe(2);
});
