import type { Chunk } from "../src/chunks/chunk.ts";
import type { StoredChunk } from "../src/chunks/chunk-store.ts";
import type { DerivedStore } from "../src/flows/derived/derived-store.ts";
import type { OutputChunkSet, OutputDocument, OutputOf } from "../src/flows/flow/node-output.ts";
import type { NodeInput } from "../src/flows/node/node-kind.ts";
import { createLexicalCandidates } from "../src/retrieval/lexical-candidates.ts";
import { createRetrieve } from "../src/retrieval/retrieve.ts";
import type { Retrieve } from "../src/retrieval/retrieved-chunk.ts";
import { scoreStored } from "../src/retrieval/score-stored.ts";
import { withTerms } from "../src/retrieval/search-terms.ts";
import { createMemoryChunks } from "./memory-chunks.ts";

export const projectOfFlow = "project";

/** Sources with chunks, a search over them, and a store of what is derived from them, all in memory. */
export function createFlowSources() {
  const { store: chunks, versions } = createMemoryChunks();
  const saved = new Map<string, string>();
  /** Versions in the order in which something of them was saved. */
  const saves: string[] = [];
  const derived: DerivedStore = {
    find: async (versionIds, ...parts) =>
      new Map(
        versionIds.flatMap((versionId) => {
          const json = saved.get(JSON.stringify([versionId, ...parts]));
          return json !== undefined && versions.has(versionId) ? [[versionId, json] as const] : [];
        }),
      ),
    save: async (_projectId, versionId, kind, codeVersion, configHash, json) => {
      if (!versions.has(versionId)) return false;
      saves.push(versionId);
      saved.set(JSON.stringify([versionId, kind, codeVersion, configHash]), json);
      return true;
    },
  };

  const terms = new WeakMap<StoredChunk[], ReturnType<typeof withTerms<StoredChunk>>>();
  const retrieve: Retrieve = async (query, signal) => {
    const all = [...versions.values()]
      .filter(({ fileId }) => query.fileIds?.includes(fileId) ?? true)
      .flatMap(({ chunks: ofVersion }) => {
        const read = terms.get(ofVersion) ?? withTerms(ofVersion);
        terms.set(ofVersion, read);
        return read;
      });
    const index = {
      search: async (_projectId: string, asked: Parameters<typeof scoreStored>[1]) => scoreStored(all, asked),
    };
    return createRetrieve({ candidates: createLexicalCandidates(index), chunks })(query, signal);
  };

  const retrieveIn =
    (sets: OutputChunkSet[]): Retrieve =>
    (query, signal) =>
      retrieve({ ...query, fileIds: sets.map(({ fileId }) => fileId) }, signal);

  /** Replaces what there was of a source. Each text is a chunk with a title, as in "Henrik Ibsen: Born in Skien." */
  async function put(fileId: string, texts: string[], version = 1): Promise<void> {
    remove(fileId);
    const versionId = `${fileId} v${version}`;
    await chunks.begin(projectOfFlow, fileId, { chunkSetId: versionId, versionId } as Parameters<
      typeof chunks.begin
    >[2]);
    await chunks.add(
      versionId,
      texts.map((text, position): Chunk => {
        const [, title = "", body = text] = text.match(/^([^:]*): (.*)$/su) ?? [];
        return {
          chunkId: `${versionId} #${position}`,
          position,
          title,
          text: body,
          pageNumber: 1,
          elementIds: [],
        };
      }),
    );
  }
  function remove(fileId: string): void {
    for (const [versionId, version] of versions) if (version.fileId === fileId) versions.delete(versionId);
  }

  const documents = (): OutputOf<"documents"> => ({
    kind: "documents",
    documents: [...versions].map(
      ([versionId, { fileId }]): OutputDocument => ({ versionId, fileId, fileName: `${fileId}.txt` }),
    ),
  });
  const chunkSets = (): OutputOf<"chunks"> => ({
    kind: "chunks",
    sets: [...versions].map(([versionId, version]) => ({
      chunkSetId: versionId,
      versionId,
      fileId: version.fileId,
      chunks: version.chunks.length,
    })),
  });
  /** What the engine gives to a node. */
  const input = (
    type: NodeInput["node"]["type"],
    config: Record<string, unknown>,
    given: Partial<NodeInput>,
  ): NodeInput => ({
    node: {
      id: `${type}-1`,
      type,
      position: { x: 0, y: 0 },
      style: { height: 1, width: 1 },
      name: type,
      config,
    },
    projectId: projectOfFlow,
    inputs: [documents()],
    query: null,
    signal: new AbortController().signal,
    ...given,
  });

  return { chunks, versions, derived, saves, retrieve, retrieveIn, put, remove, documents, chunkSets, input };
}
