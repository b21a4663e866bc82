import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addProcessedSource, addProject, beginVersion } from "../../../testing/contracts/examples.ts";
import { openStores, type StoresUnderTest } from "../../../testing/contracts/open-stores.ts";
import { openSqlite } from "../../adapters/sql/open-database.ts";
import type { ElementStore } from "../../elements/element-store.ts";
import { newId } from "../../kernel/ids.ts";
import type { Embedder } from "../../models/embedder.ts";
import type { OutputDocument, OutputOf } from "../flow/node-output.ts";
import type { FlowItem } from "../flow/shown.ts";
import { chunkItems } from "../items/chunk-items.ts";
import { createItemEmbeddings } from "../items/item-embeddings.ts";
import { NodeError, type NodeKind } from "../node/node-kind.ts";
import { createChunkingNode } from "./chunking.ts";

const never = new AbortController().signal;

describe("the chunking node", () => {
  let folder: string;
  let stores: StoresUnderTest;
  let projectId: string;
  /** The versions whose elements were read. */
  let read: string[];
  let node: NodeKind;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-chunking-"));
    stores = await openStores(
      () => openSqlite(join(folder, "headwater.db")),
      () => rm(folder, { recursive: true }),
    );
    projectId = (await addProject(stores)).projectId;
    read = [];
    node = createChunkingNode({ ...stores, elements: counted(stores.elements) });
  });
  afterEach(() => stores.close());

  const counted = ({ stream }: ElementStore): Pick<ElementStore, "stream"> => ({
    stream: (versionId) => {
      read.push(versionId);
      return stream(versionId);
    },
  });

  const addDocument = async (fileName: string, elements = 12): Promise<OutputDocument> => {
    const { fileId, versionId } = await addProcessedSource(stores, projectId, { fileName, elements });
    return { fileId, fileName, versionId };
  };

  const run = async (
    documents: OutputDocument[],
    config: Record<string, unknown> = {},
    signal = never,
    kind = node,
  ) => {
    const { output, ...outcome } = await kind.run({
      node: nodeOf(config),
      projectId,
      inputs: [{ kind: "documents", documents }],
      query: null,
      signal,
    });
    return { ...outcome, output: output as OutputOf<"chunks"> };
  };

  const nodeOf = (config: Record<string, unknown>) => ({
    id: "chunking-1",
    type: "chunking" as const,
    position: { x: 0, y: 0 },
    style: { height: 1, width: 1 },
    name: "Chunks",
    config: { chunkingSplitter: "character", chunkSize: 40, ...config },
  });

  const itemsOf = async (
    output: OutputOf<"chunks">,
    config: Record<string, unknown> = {},
    embedder?: Embedder,
  ): Promise<FlowItem[]> => {
    const embeddings = embedder && createItemEmbeddings({ embedder, model: "tiny", vectors: stores.vectors });
    const page = { number: 1, size: 100 };
    return (await chunkItems({ ...stores, embeddings }, projectId, { output, node: nodeOf(config) }, page))
      .items;
  };

  it("cuts each document once, for all callers, and only changed ones again", async () => {
    const [one, two] = [await addDocument("one.pdf"), await addDocument("two.pdf")];
    const first = await run([one, two]);
    expect(read.sort()).toEqual([one.versionId, two.versionId].sort());
    expect(await run([one, two, one])).toEqual(first);
    expect(read).toHaveLength(2);

    const versionId = await beginVersion(stores, one.fileId);
    const text = "Now it says something else.";
    const base = { type: "NarrativeText", pageNumber: 1, position: 0 } as const;
    await stores.elements.addElements(versionId, [{ ...base, text, elementId: newId() }]);
    await stores.elements.activate(one.fileId, versionId);
    const second = await run([{ ...one, versionId }, two]);
    expect(read.slice(2)).toEqual([versionId]);
    expect(second.output.sets[1]).toEqual(first.output.sets[1]);
    expect((await itemsOf(second.output))[0]?.content).toBe(text);
  });

  it("counts its chunks, and shows where each stands in its source", async () => {
    const document = await addDocument("report.pdf", 3);
    const { output, counts } = await run([document]);
    const items = await itemsOf(output);
    expect(counts).toEqual({ total_chunks: items.length });
    expect(items[0]).toMatchObject({
      content: "Element 0\nElement 1\n\nElement 2",
      embedding: [],
      metadata: {
        chunk_index: 0,
        source_file: "report.pdf",
        file_id: document.fileId,
        page_number: 1,
        chunk_size: 30,
        chunk_size_unit: "characters",
        embedding_model: null,
        char_start: 0,
        char_end: 30,
        title: "Element 0",
        element_types: ["Title", "NarrativeText"],
      },
    });
  });

  it("leaves out, with a note, what was replaced while it was cut", async () => {
    const document = await addDocument("old.pdf");
    const { versionId } = document;
    await stores.elements.activate(document.fileId, await beginVersion(stores, document.fileId));
    await stores.elements.removeVersion(versionId);
    const { output, notes } = await run([document]);
    expect(output.sets).toEqual([]);
    expect(notes).toEqual(["Replaced or deleted while they were cut: old.pdf. Simulate again"]);
  });

  it("ends when it is told to", async () => {
    const document = await addDocument("one.pdf");
    const stop = new AbortController();
    stop.abort(new Error("enough"));
    await expect(run([document], {}, stop.signal)).rejects.toThrow("enough");
    expect(read).toEqual([]);
  });

  it.each([
    [
      { chunkingSplitter: "page" },
      "chunkingSplitter must be one of character, token, semantic, title, element",
    ],
    [{ chunkSize: 0 }, "chunkSize must be a whole number between 1 and 1000000"],
    [{ chunkOverlap: 40 }, "chunkOverlap (40) must be less than chunkSize (40)"],
    [{ elementsToRemove: "Footer" }, "elementsToRemove must be a list of element types"],
  ])("says what is wrong with %o", async (config, message) => {
    await expect(run([await addDocument("a.pdf")], config)).rejects.toThrow(new NodeError(message));
  });

  it("says that semantic compares words without a model, and which model is missing", async () => {
    const config = { chunkingSplitter: "semantic", embeddingModel: "large" };
    const { notes } = await run([await addDocument("a.pdf")], config);
    expect(notes).toEqual([
      "semantic compares words, because no embedding model is set",
      "The embedding model 'large' is not set in this service: chunks have no vectors",
    ]);
  });

  it("tells what a run will cost: nothing for what is cut already", async () => {
    const [one, two] = [await addDocument("one.pdf"), await addDocument("two.pdf")];
    await run([one]);
    const input = { node: nodeOf({}), projectId, query: null, signal: never };
    const inputs = [{ kind: "documents" as const, documents: [one, two] }];
    expect(await node.estimate?.({ ...input, inputs })).toEqual({
      files: 1,
      chunks: 45,
      modelCalls: 0,
      tokens: 0,
    });
  });

  describe("with an embedding model", () => {
    let embedded: string[];
    let embedder: Embedder;
    beforeEach(() => {
      embedded = [];
      embedder = {
        space: "tiny@http://10.0.0.1/v1",
        embed: async (texts) => {
          embedded.push(...texts);
          return {
            vectors: texts.map((text) => Float32Array.from([text.length % 2, 1 - (text.length % 2)])),
            usage: { tokensIn: texts.length },
          };
        },
      };
      const embedding = { embedder, model: "tiny", vectors: stores.vectors };
      node = createChunkingNode({ ...stores, embedding });
    });

    it("gives each chunk its vector, and embeds only texts that are new", async () => {
      const document = await addDocument("one.pdf");
      const { output, usage } = await run([document]);
      const items = await itemsOf(output, {}, embedder);
      expect(usage?.tokensIn).toBe(items.length);
      expect(items.map(({ embedding, metadata }) => [embedding?.length, metadata.embedding_model])).toEqual(
        items.map(() => [2, "tiny"]),
      );
      const before = embedded.length;
      await run([document]);
      await run([document], { splitLevel: 3 });
      expect(embedded).toHaveLength(before);
    });

    it("compares vectors in semantic, apart from chunks that compared words", async () => {
      const document = await addDocument("one.pdf");
      const config = { chunkingSplitter: "semantic" };
      const words = createChunkingNode(stores);
      const byWords = await run([document], config, never, words);
      const byVectors = await run([document], config);
      expect(byVectors.notes).toEqual(["semantic compares vectors of 'tiny'"]);
      expect(byVectors.output.sets[0]?.chunkSetId).not.toBe(byWords.output.sets[0]?.chunkSetId);
    });
  });
});
