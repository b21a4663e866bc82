import type { FileId, VersionId } from "../../kernel/ids.ts";
import type { RetrievedChunk } from "../../retrieval/retrieved-chunk.ts";
import type { NodeOutput, OutputChunkSet, OutputDocument, OutputPassage } from "../flow/node-output.ts";
import type { NodeCost } from "../flow/shown.ts";
import { remember } from "../node/remember.ts";
import type { LackingVectors } from "./lacking-vectors.ts";

/** What a node searches: documents through the service's index, and the sets of chunking nodes. */
export type SearchScope = { documents: OutputDocument[]; sets: OutputChunkSet[] };

/** The same, and the ids of the documents. A dataset that comes in alone is gone through once. */
export function createScopeOf(): (
  inputs: NodeOutput[],
) => SearchScope & { fileIds: FileId[]; versionIds: VersionId[] } {
  const withIds = (scope: SearchScope) => ({
    ...scope,
    fileIds: scope.documents.map(({ fileId }) => fileId),
    versionIds: scope.documents.map(({ versionId }) => versionId),
  });
  const ofOne = remember((output: NodeOutput) => withIds(scopeOf([output])));
  return (inputs) => {
    const searched = inputs.filter(({ kind }) => kind === "documents" || kind === "chunks");
    const [only] = searched;
    return only && searched.length === 1 ? ofOne(only) : withIds(scopeOf(searched));
  };
}

/** Everything that comes in, each document and each set once. */
export function scopeOf(inputs: NodeOutput[]): SearchScope {
  const documents = new Map<FileId, OutputDocument>();
  const sets = new Map<string, OutputChunkSet>();
  for (const input of inputs) {
    if (input.kind === "documents") for (const each of input.documents) documents.set(each.fileId, each);
    if (input.kind === "chunks") for (const each of input.sets) sets.set(each.chunkSetId, each);
  }
  return { documents: [...documents.values()], sets: [...sets.values()] };
}

/**
 * What searching a scope will cost. `lacking`: what has to be embedded first. `calls`: those to models that the queries
 * themselves take; their tokens are few, and not known before the passages are.
 */
export function costOfSearch(
  { documents, sets }: SearchScope,
  lacking: LackingVectors,
  calls: number,
): NodeCost {
  return {
    files: new Set([...documents, ...sets].map(({ fileId }) => fileId)).size,
    chunks: lacking.chunks,
    modelCalls: lacking.modelCalls + calls,
    tokens: lacking.tokens,
  };
}

/** A chunk that was found, by reference. Other places of the same text are named by their chunks. */
export const toPassage = ({ chunkId, fileId, score, copies }: RetrievedChunk): OutputPassage => ({
  id: chunkId,
  chunkIds: [chunkId],
  fileIds: [...new Set([fileId, ...(copies ?? []).map((copy) => copy.fileId)])],
  score,
  ...(copies && { metadata: { copies: copies.map((copy) => copy.chunkId) } }),
});
