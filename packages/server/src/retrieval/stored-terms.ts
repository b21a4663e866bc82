import type { FileId, VersionId } from "../kernel/ids.ts";
import type { ChunkHit } from "./chunk-index.ts";
import type { CutTerms } from "./index-version.ts";
import type { IndexedChunks } from "./indexed-chunks.ts";

/** A stored chunk as it is searched without the index. */
export type StoredTerms = Omit<ChunkHit, "score">;

/** A document version by the file it belongs to. */
export type VersionOfFile = { versionId: VersionId; fileId: FileId };

/** Chunks kept in memory, and the most that one search reads: some 6 MB, a second's work when none is there yet. */
const maxChunks = 10_000;
const batchSize = 250;

export type LoadStoredTerms = (versions: VersionOfFile[]) => Promise<StoredTerms[]>;

/** Reads the terms of versions from the database, up to 10,000 chunks, and keeps those read last for the next search. */
export function createLoadStoredTerms({
  chunks,
  cutTerms,
}: {
  chunks: Pick<IndexedChunks, "listVersion">;
  cutTerms: CutTerms;
}): LoadStoredTerms {
  const kept = new Map<VersionId, Promise<StoredTerms[]>>();

  const read = async ({ versionId, fileId }: VersionOfFile): Promise<StoredTerms[]> => {
    const terms: StoredTerms[] = [];
    for await (const batch of chunks.listVersion(versionId, batchSize)) {
      const cut = await cutTerms(batch);
      for (const [at, { chunkId, position }] of batch.entries())
        terms.push({ chunkId, fileId, position, termHashes: cut[at] ?? new Uint32Array() });
      if (terms.length >= maxChunks) break;
    }
    return terms;
  };

  return async (versions) => {
    const loaded: StoredTerms[] = [];
    for (const version of versions) {
      const { versionId } = version;
      const reading = kept.get(versionId) ?? read(version);
      // Set again at the end: the first ones are those not asked for in the longest time.
      kept.delete(versionId);
      kept.set(versionId, reading);
      reading.catch(() => kept.delete(versionId));
      for (const terms of await reading) loaded.push(terms);
      if (loaded.length >= maxChunks) break;
    }
    await dropBeyond(kept);
    return loaded.slice(0, maxChunks);
  };
}

async function dropBeyond(kept: Map<VersionId, Promise<StoredTerms[]>>): Promise<void> {
  let total = 0;
  for (const [versionId, reading] of [...kept].reverse()) {
    total += (await reading.catch(() => [])).length + 1;
    if (total > maxChunks * 2) kept.delete(versionId);
  }
}
