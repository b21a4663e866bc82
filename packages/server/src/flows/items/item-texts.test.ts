import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FlowSources, openFlowSources } from "../../../testing/flow-sources.ts";
import type { StoredChunk } from "../../chunks/chunk-store.ts";
import { defaultChunking } from "../../chunks/chunking-config.ts";
import { newId } from "../../kernel/ids.ts";
import type { Embedder } from "../../models/embedder.ts";
import { hashText } from "../../retrieval/dense/embedded-text.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import { createItemEmbeddings } from "./item-embeddings.ts";
import { createItemTexts } from "./item-texts.ts";

let sources: FlowSources;
let wings: Awaited<ReturnType<FlowSources["add"]>>;
let bread: Awaited<ReturnType<FlowSources["add"]>>;
beforeEach(async () => {
  sources = await openFlowSources();
  wings = await sources.add("wings.txt", [
    "Wings | A wing gives lift.",
    "Wings | It bends.",
    "Tails | It steers.",
  ]);
  bread = await sources.add("bread.txt", ["Bread needs an hour."]);
});
afterEach(() => sources.close());

/** Sets as their store lists them. */
const listSets = async (chunkSetIds: string[], { offset, limit }: { offset: number; limit: number }) => {
  const all: StoredChunk[] = [];
  for (const { set, document, chunks } of [wings, bread])
    if (chunkSetIds.includes(set.chunkSetId)) all.push(...chunks.map((chunk) => ({ ...chunk, ...document })));
  return { chunks: all.slice(offset, offset + limit), total: all.length };
};
const itemsOf = (output: NodeOutput, number = 1, size = 10, embedder?: Embedder) =>
  createItemTexts({
    ...sources.stores,
    chunks: { findActive: sources.stores.chunks.findActive, listSets },
    embeddings: embedder && createItemEmbeddings({ ...sources.stores, embedder, model: "openai:small" }),
  })(sources.projectId, { output, node: { config: {} } }, { number, size });

const passages = (ids = [...wings.chunks, ...bread.chunks].map(({ chunkId }) => chunkId)): NodeOutput => ({
  kind: "passages",
  lists: [
    {
      query: { id: "query", text: "?" },
      passages: ids.map((id, at) => ({ id, chunkIds: [id], score: 1 - at / 10 })),
    },
  ],
});

describe("the items of passages", () => {
  it("have their texts, and say where these stand", async () => {
    const { items, total } = await itemsOf(passages(), 1, 1);
    expect(total).toBe(4);
    const [chunk] = wings.chunks;
    expect(items).toEqual([
      {
        id: chunk?.chunkId,
        content: "A wing gives lift.",
        score: 1,
        metadata: {
          source: "wings.txt",
          source_file: "wings.txt",
          page: 1,
          page_number: 1,
          question: "?",
          chunk_id: chunk?.chunkId,
          file_id: wings.fileId,
          title: "Wings",
          element_ids: chunk?.elementIds,
          score: 1,
          relevance_score: 1,
        },
      },
    ]);
  });

  it("come in pages, with nothing beyond the last", async () => {
    const pages = await Promise.all([1, 2, 3].map((number) => itemsOf(passages(), number, 3)));
    expect(pages.map(({ items }) => items.length)).toEqual([3, 1, 0]);
    expect(pages.map(({ total }) => total)).toEqual([4, 4, 4]);
  });

  it("vanish with their source, and the total with them", async () => {
    const output = passages();
    await sources.stores.sources.remove(sources.projectId, wings.fileId);
    const { items, total } = await itemsOf(output, 1, 3);
    expect(items.map(({ content }) => content)).toEqual(["Bread needs an hour."]);
    expect(total).toBe(1);
  });

  it("are none for another project", async () => {
    const items = createItemTexts({
      ...sources.stores,
      chunks: { findActive: sources.stores.chunks.findActive, listSets },
    });
    expect(
      await items(newId(), { output: passages(), node: { config: {} } }, { number: 1, size: 9 }),
    ).toEqual({
      items: [],
      total: 0,
    });
  });

  it("name the question when there are several, and other places of the same text", async () => {
    const [one, other] = wings.chunks.map(({ chunkId }) => chunkId) as [string, string];
    const passage = { id: one, chunkIds: [one], score: 0.5, metadata: { copies: [other], bridge: "lift" } };
    const { items } = await itemsOf({
      kind: "passages",
      lists: ["q1", "q2"].map((id) => ({ query: { id, text: `${id}?` }, passages: [passage] })),
    });
    expect(items.map(({ id }) => id)).toEqual([`q1/${one}`, `q2/${one}`]);
    expect(items[1]?.metadata).toMatchObject({
      question: "q2?",
      bridge: "lift",
      copies: [{ file_id: wings.fileId, file_name: "wings.txt", page_number: 1, chunk_id: other }],
    });
  });

  it("of summaries have their own text while all that it stands for is there", async () => {
    const ids = [...wings.chunks.slice(0, 1), ...bread.chunks].map(({ chunkId }) => chunkId);
    const output: NodeOutput = {
      kind: "passages",
      lists: [
        {
          query: { id: "query", text: "?" },
          passages: [
            { id: "s", chunkIds: ids, score: 1, summary: "Wings and bread.", metadata: { level: 1 } },
          ],
        },
      ],
    };
    const { items } = await itemsOf(output);
    expect(items[0]).toMatchObject({
      content: "Wings and bread.",
      metadata: { level: 1, chunk_id: null, summary_of: ids },
    });
    await sources.stores.sources.remove(sources.projectId, bread.fileId);
    expect(await itemsOf(output)).toEqual({ items: [], total: 0 });
  });
});

it("places passages by the elements that they are made of", async () => {
  const { versionId, fileId } = { versionId: newId(), fileId: wings.fileId };
  const box = { left: 10, top: 20, width: 30, height: 40 };
  await sources.stores.elements.beginVersion({ versionId, fileId, method: "fast" });
  await sources.stores.elements.setPages(versionId, { totalPages: 2, failedPages: [], message: null });
  const elements = [
    { text: "one", pageNumber: 1, boundingBox: box },
    { text: "two", pageNumber: 1, boundingBox: { ...box, left: 0, top: 100 } },
    { text: "three", pageNumber: 2, boundingBox: { ...box, left: 500 } },
  ].map((element, position) => ({
    ...element,
    elementId: newId(),
    position,
    type: "NarrativeText" as const,
  }));
  await sources.stores.elements.addElements(versionId, elements);
  const chunk = {
    chunkId: newId(),
    position: 0,
    text: "one two three",
    title: "",
    pageNumber: 1,
    elementIds: elements.map(({ elementId }) => elementId),
  };
  const chunkSetId = newId();
  await sources.stores.chunks.begin(sources.projectId, fileId, {
    chunkSetId,
    versionId,
    config: defaultChunking,
  });
  await sources.stores.chunks.add(chunkSetId, [chunk]);
  await sources.stores.elements.activate(fileId, versionId);
  const { items } = await itemsOf(passages([chunk.chunkId]));
  expect(items[0]?.metadata.bounding_box).toEqual({ left: 0, top: 20, width: 40, height: 120 });
});

it("answers say what they were drawn from, and vanish with it", async () => {
  const output: NodeOutput = {
    kind: "answers",
    answers: [
      {
        id: "query",
        question: "Why?",
        text: "Lift [1].",
        model: "m",
        seconds: 1.5,
        chunkIds: wings.chunks.map(({ chunkId }) => chunkId),
      },
      { id: "other", question: "Who?", text: "Nobody.", model: "m", seconds: 1, chunkIds: [] },
    ],
  };
  const { items } = await itemsOf(output);
  expect(items[0]).toEqual({
    id: "query",
    content: "Lift [1].",
    metadata: {
      question: "Why?",
      model: "m",
      generation_time: 1.5,
      chunk_ids: wings.chunks.map(({ chunkId }) => chunkId),
      sources: ["wings.txt"],
    },
  });
  await sources.stores.sources.remove(sources.projectId, wings.fileId);
  expect(await itemsOf(output)).toMatchObject({ total: 1, items: [{ id: "other" }] });
});

it("documents are named as long as they are there", async () => {
  const output: NodeOutput = { kind: "documents", documents: [wings.document, bread.document] };
  expect((await itemsOf(output, 2, 1)).items).toEqual([
    {
      id: bread.fileId,
      content: "bread.txt",
      metadata: { source: "bread.txt", source_file: "bread.txt", file_id: bread.fileId },
    },
  ]);
  await sources.stores.sources.remove(sources.projectId, wings.fileId);
  expect(await itemsOf(output)).toMatchObject({ total: 1, items: [{ id: bread.fileId }] });
});

it("questions and scores are listed in pages", async () => {
  const queries: NodeOutput = {
    kind: "queries",
    queries: [
      { id: "a", text: "A?", expected: { answer: "B" } },
      { id: "b", text: "B?" },
    ],
  };
  expect(await itemsOf(queries, 1, 1)).toEqual({
    items: [{ id: "a", content: "A?", metadata: { answer: "B" } }],
    total: 2,
  });
  const scores: NodeOutput = {
    kind: "scores",
    scores: [{ id: "a", question: "A?", measures: { recall: 0.5, ndcg: null } }],
  };
  expect((await itemsOf(scores)).items).toEqual([
    { id: "a", content: "A?", metadata: { question: "A?", passes: null, recall: 0.5, ndcg: null } },
  ]);
});

describe("the items of a chunking", () => {
  const output = (): NodeOutput => ({ kind: "chunks", sets: [wings.set, bread.set] });

  it("say that there are no vectors without a model", async () => {
    const { items, total } = await itemsOf(output(), 2, 2);
    expect(total).toBe(4);
    expect(items.map(({ content }) => content)).toEqual(["It steers.", "Bread needs an hour."]);
    expect(items[0]).toMatchObject({
      embedding: [],
      metadata: {
        chunk_index: 2,
        source_file: "wings.txt",
        page_number: 1,
        chunk_size: 10,
        embedding_model: null,
        embedding_state: "no embedding model is set",
      },
    });
  });

  it("have those of the service where it has the text, and others made for the page", async () => {
    const space = await sources.stores.vectors.openSpace(sources.projectId, "m");
    await sources.stores.vectors.add(space.spaceId, wings.set.chunkSetId, [
      { position: 0, contentHash: hashText("Wings\nA wing gives lift."), vector: Float32Array.from([1, 0]) },
    ]);
    const embedded: string[] = [];
    const embedder: Embedder = {
      space: "m",
      async embed(texts) {
        embedded.push(...texts);
        return { vectors: texts.map(() => Float32Array.from([0, 1])), usage: {} };
      },
    };
    const { items } = await itemsOf(output(), 1, 2, embedder);
    expect(items.map(({ embedding }) => embedding)).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(embedded).toEqual(["Wings\nIt bends."]);
    expect(items[0]?.metadata.embedding_model).toBe("openai:small");
    const away: Embedder = { space: "m", embed: async () => Promise.reject(new Error("away")) };
    const without = await itemsOf(output(), 1, 2, away);
    expect(without.items[1]).toMatchObject({
      embedding: [],
      metadata: { embedding_state: "the embedding model did not answer" },
    });
  });
});
