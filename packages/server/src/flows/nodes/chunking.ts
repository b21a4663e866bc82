import type { ChunkStore } from "../../chunks/chunk-store.ts";
import { defaultChunking } from "../../chunks/chunking-config.ts";
import { forEachParallel } from "../../kernel/for-each-parallel.ts";
import type { VersionId } from "../../kernel/ids.ts";
import type { Embedder } from "../../models/embedder.ts";
import { addUsage, noTokens, type TokenUsage } from "../../models/usage.ts";
import { embedSet } from "../../retrieval/dense/embed-set.ts";
import type { VectorStore } from "../../retrieval/dense/vector-store.ts";
import { chunkingDefaults, chunkingOf } from "../chunk-sets/chunking-settings.ts";
import type { OutputChunkSet, OutputDocument } from "../flow/node-output.ts";
import type { NodeCost } from "../flow/shown.ts";
import type { NodeInput, NodeKind } from "../node/node-kind.ts";
import { type MakeSetDependencies, makeChunkSet } from "./make-chunk-set.ts";

export type ChunkingDependencies = MakeSetDependencies & {
  chunks: Pick<ChunkStore, "addSet" | "findSets" | "listSet">;
  /** Absent without an embedding model. */
  embedding?: ChunkEmbedding | undefined;
};

export type ChunkEmbedding = {
  embedder: Embedder;
  /** The model's name as configurations have it. The space of its vectors may hold an address, which stays private. */
  model: string;
  vectors: Pick<VectorStore, "openSpace" | "positions" | "find" | "add">;
};

/** Documents that are cut at a time: one is read from the database while another is cut or embedded. */
const documentsAtOnce = 2;
const textsAtOnce = 64;

/**
 * Cuts the documents of a dataset. The chunks are kept with the version of each document under the configuration, so what
 * was cut before, by whatever flow, is not cut again; nor is a text embedded again.
 */
export function createChunkingNode(deps: ChunkingDependencies): NodeKind {
  return {
    type: "chunking",
    version: 1,
    needs: ["documents"],
    takes: [],
    gives: "chunks",
    readsQuery: false,
    defaults: chunkingDefaults,
    async run({ node: { config }, projectId, inputs, signal }) {
      const { embedding, chunks } = deps;
      const chunking = chunkingOf(config, embedding?.embedder.space);
      const documents = documentsIn(inputs);
      const sets = new Map<VersionId, OutputChunkSet>(
        await chunks.findSets(
          documents.map(({ versionId }) => versionId),
          chunking,
        ),
      );
      let usage: TokenUsage = noTokens;
      const embed =
        embedding &&
        embedTexts(embedding.embedder, signal, (used) => {
          usage = addUsage(usage, used);
        });
      const gone: string[] = [];
      await forEachParallel(documents, documentsAtOnce, async (document) => {
        signal.throwIfAborted();
        const { versionId, fileName } = document;
        const known = sets.get(versionId);
        const set = known ?? (await makeChunkSet(deps, projectId, document, chunking, embed, signal));
        if (!set) {
          gone.push(fileName);
          return;
        }
        sets.set(versionId, set);
        if (embedding && embed) await embedChunks(deps, embedding, projectId, set, embed);
      });
      const made = documents.flatMap(({ versionId }) => sets.get(versionId) ?? []);
      return {
        output: {
          kind: "chunks",
          sets: made.map(({ chunkSetId, fileId, versionId, chunks: count }) => ({
            ...{ chunkSetId, fileId, versionId },
            chunks: count,
          })),
        },
        counts: { total_chunks: made.reduce((sum, set) => sum + set.chunks, 0) },
        notes: [...notesOn(config, embedding?.model), ...goneNote(gone)],
        usage,
      };
    },
    estimate: (input) => estimate(deps, input),
  };
}

/** Each document once: two datasets may have it in common. */
const documentsIn = (inputs: NodeInput["inputs"]): OutputDocument[] => [
  ...new Map(
    inputs
      .flatMap((input) => (input.kind === "documents" ? input.documents : []))
      .map((document) => [document.versionId, document] as const),
  ).values(),
];

const embedTexts =
  (embedder: Embedder, signal: AbortSignal, onUsage: (usage: TokenUsage) => void) =>
  async (texts: string[]): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += textsAtOnce) {
      const made = await embedder.embed(texts.slice(at, at + textsAtOnce), "passage", signal);
      onUsage(made.usage);
      vectors.push(...made.vectors);
    }
    return vectors;
  };

/** Makes the vectors that a set lacks. It is not marked as finished: the service's own searches find what is. */
async function embedChunks(
  { chunks }: ChunkingDependencies,
  { embedder, vectors }: ChunkEmbedding,
  projectId: string,
  { chunkSetId }: OutputChunkSet,
  embed: (texts: string[]) => Promise<Float32Array[]>,
): Promise<void> {
  const { spaceId } = await vectors.openSpace(projectId, embedder.space);
  const { positions, find, add } = vectors;
  const stores = { chunks, vectors: { positions, find, add, finishSet: async () => true } };
  await embedSet(stores, { spaceId, chunkSetId }, embed);
}

function notesOn(config: Record<string, unknown>, model: string | undefined): string[] {
  const asked = config.embeddingModel;
  const isSemantic = config.chunkingSplitter === "semantic";
  if (model === undefined) {
    return [
      ...(isSemantic ? ["semantic compares words, because no embedding model is set"] : []),
      ...(asked ? [`The embedding model '${asked}' is not set in this service: chunks have no vectors`] : []),
    ];
  }
  return [
    ...(asked && asked !== model
      ? [`The embedding model '${asked}' is not set in this service: '${model}' is used`]
      : []),
    ...(isSemantic ? [`semantic compares vectors of '${model}'`] : []),
  ];
}

const goneNote = (names: string[]): string[] =>
  names.length === 0
    ? []
    : [`Replaced or deleted while they were cut: ${names.sort().join(", ")}. Simulate again`];

async function estimate(
  { chunks, embedding }: ChunkingDependencies,
  { node, inputs }: NodeInput,
): Promise<NodeCost> {
  const chunking = chunkingOf(node.config, embedding?.embedder.space);
  const versionIds = documentsIn(inputs).map(({ versionId }) => versionId);
  const known = await chunks.findSets(versionIds, chunking);
  const lacking = versionIds.filter((versionId) => !known.has(versionId));
  const built = await chunks.findSets(lacking, defaultChunking);
  const charactersPerUnit = chunking.splitter === "token" ? charactersPerToken : 1;
  const characters = [...built.values()].reduce((sum, set) => sum + set.chunks * defaultChunking.target, 0);
  const made = Math.ceil(characters / ((chunking.size - chunking.overlap) * charactersPerUnit));
  return {
    files: lacking.length,
    chunks: made,
    modelCalls: embedding ? Math.ceil(made / textsAtOnce) : 0,
    tokens: embedding ? Math.ceil(characters / charactersPerToken) : 0,
  };
}

/** As the estimates of tokens have it. */
const charactersPerToken = 3.5;
