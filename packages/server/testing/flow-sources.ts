import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Chunk } from "../src/chunks/chunk.ts";
import { createSearchSets } from "../src/flows/chunk-sets/search.ts";
import type { FlowNode, FlowNodeType } from "../src/flows/flow/flow.ts";
import type { NodeOutput, OutputChunkSet, OutputDocument } from "../src/flows/flow/node-output.ts";
import type { NodeInput } from "../src/flows/node/node-kind.ts";
import { newId } from "../src/kernel/ids.ts";
import { createLexicalCandidates } from "../src/retrieval/lexical-candidates.ts";
import { createRetrieve } from "../src/retrieval/retrieve.ts";
import { withTerms } from "../src/retrieval/search-terms.ts";
import type { CutTerms } from "../src/retrieval/words/cut-terms.ts";
import { addChunks, addProject, addSource, beginVersion } from "./contracts/examples.ts";
import { openStores } from "./contracts/open-stores.ts";
import { createMemoryIndex } from "./memory-index.ts";
import { openTestDatabase } from "./test-database.ts";

export const cutTerms: CutTerms = async (chunks) => withTerms(chunks).map(({ termHashes }) => termHashes);

/** A project with sources that are stored and indexed, for tests of what flows find in them. */
export async function openFlowSources() {
  const folder = await mkdtemp(join(tmpdir(), "headwater-flows-"));
  const index = createMemoryIndex();
  const stores = await openStores(
    () => openTestDatabase(folder),
    () => rm(folder, { recursive: true }),
  );
  const { projectId } = await addProject(stores);
  const byWords = createLexicalCandidates(index);

  return {
    stores,
    projectId,
    byWords,
    hopIndex: index,
    retrieve: createRetrieve({ candidates: byWords, hopIndex: index, chunks: stores.chunks }),
    searchSets: createSearchSets({ chunks: stores.chunks, cutTerms }),
    /** A source of which each text is a chunk, its title the part before " | ". */
    async add(fileName: string, texts: string[]) {
      const { fileId } = await addSource(stores, projectId, { fileName });
      const versionId = await beginVersion(stores, fileId);
      const chunks = texts.map((each, position): Chunk => {
        const [title = "", text] = each.includes(" | ") ? each.split(" | ") : ["", each];
        return { chunkId: newId(), position, text: text ?? "", title, pageNumber: 1, elementIds: [newId()] };
      });
      const chunkSetId = await addChunks(stores, projectId, { fileId, versionId }, chunks);
      await stores.elements.activate(fileId, versionId);
      index.add(
        projectId,
        withTerms(chunks).map((chunk) => ({ ...chunk, fileId })),
      );
      const document: OutputDocument = { fileId, fileName, versionId };
      const set: OutputChunkSet = { chunkSetId, fileId, versionId, chunks: chunks.length };
      return { fileId, document, set, chunks };
    },
    input: (
      type: FlowNodeType,
      config: Record<string, unknown>,
      inputs: NodeOutput[],
      query: string | null = null,
    ) => nodeInput(projectId, type, config, inputs, query),
    async close() {
      await stores.close();
    },
  };
}

export type FlowSources = Awaited<ReturnType<typeof openFlowSources>>;

const nodeInput = (
  projectId: string,
  type: FlowNodeType,
  config: Record<string, unknown>,
  inputs: NodeOutput[],
  query: string | null,
): NodeInput => ({
  node: {
    id: `${type}-1`,
    type,
    name: type,
    position: { x: 0, y: 0 },
    style: { height: 1, width: 1 },
    config,
  } satisfies FlowNode,
  projectId,
  inputs,
  query,
  signal: new AbortController().signal,
});
