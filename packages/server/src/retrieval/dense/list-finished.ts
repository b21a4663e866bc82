import type { EmbeddedChunk, EmbeddingSpace, FinishedSet, VectorStore } from "./vector-store.ts";

/** Vectors read at a time: 1.5 MB of 384 dimensions. Of small sets many are read at once: a statement for each takes five times as long. */
const batchSize = 1_000;
const setsPerRead = 250;

export type FinishedBatch = { set: FinishedSet; chunks: EmbeddedChunk[] };

/** The vectors of sets, one set after the other. A large one comes in several batches, one without vectors in an empty one. */
export async function* listFinished(
  store: Pick<VectorStore, "listSet" | "listSets">,
  { spaceId }: EmbeddingSpace,
  sets: FinishedSet[],
): AsyncGenerator<FinishedBatch> {
  for (const group of readTogether(sets)) {
    const [large] = group;
    if (group.length === 1 && large) {
      yield { set: large, chunks: [] };
      for await (const chunks of store.listSet(spaceId, large.chunkSetId, batchSize))
        yield { set: large, chunks };
      continue;
    }
    const found = await store.listSets(
      spaceId,
      group.map(({ chunkSetId }) => chunkSetId),
    );
    for (const set of group) yield { set, chunks: found.get(set.chunkSetId) ?? [] };
  }
}

/** Sets in groups of about a batch of vectors. A large one is alone. */
function* readTogether(sets: FinishedSet[]): Generator<FinishedSet[]> {
  let group: FinishedSet[] = [];
  let chunks = 0;
  for (const set of sets) {
    if (group.length > 0 && (group.length === setsPerRead || chunks + set.chunks > batchSize)) {
      yield group;
      [group, chunks] = [[], 0];
    }
    group.push(set);
    chunks += set.chunks;
  }
  if (group.length > 0) yield group;
}
