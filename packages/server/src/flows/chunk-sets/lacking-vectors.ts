import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { estimateTokens } from "../../models/estimate-tokens.ts";
import { embeddedText, hashText } from "../../retrieval/dense/embedded-text.ts";
import type { VectorStore } from "../../retrieval/dense/vector-store.ts";
import type { OutputChunkSet } from "../flow/node-output.ts";

/** What has no vector yet, and what making it will cost. */
export type LackingVectors = { chunks: number; modelCalls: number; tokens: number };

/** Chunks whose texts go to the model together, as `embedSet` has it. */
const batchSize = 64;

/** Counts the texts of sets that a search by meaning would have to embed: each text once, and none that has its vector. */
export async function lackingVectors(
  {
    chunks,
    vectors,
    space: name,
  }: {
    chunks: Pick<ChunkStore, "listSet">;
    vectors: Pick<VectorStore, "spaces" | "positions" | "find">;
    space: string;
  },
  projectId: ProjectId,
  sets: OutputChunkSet[],
): Promise<LackingVectors> {
  const space = (await vectors.spaces(projectId)).find((each) => each.name === name);
  const cost: LackingVectors = { chunks: 0, modelCalls: 0, tokens: 0 };
  const counted = new Set<string>();
  for (const { chunkSetId, chunks: total } of sets) {
    const done = space ? await vectors.positions(space.spaceId, chunkSetId) : new Set<number>();
    if (done.size >= total) continue;
    for await (const batch of chunks.listSet(chunkSetId, batchSize)) {
      const texts = batch.filter(({ position }) => !done.has(position)).map(embeddedText);
      const hashes = texts.map(hashText);
      const known = space ? await vectors.find(space.spaceId, hashes) : new Map<string, Float32Array>();
      const before = cost.chunks;
      for (const [at, hash] of hashes.entries()) {
        if (known.has(hash) || counted.has(hash)) continue;
        counted.add(hash);
        cost.chunks += 1;
        cost.tokens += estimateTokens(texts[at] as string);
      }
      if (cost.chunks > before) cost.modelCalls += 1;
    }
  }
  return cost;
}
