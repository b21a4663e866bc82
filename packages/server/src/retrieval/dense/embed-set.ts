import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { ChunkSetId } from "../../kernel/ids.ts";
import type { Embedder } from "../../models/embedder.ts";
import { embeddedText, hashText } from "./embedded-text.ts";
import type { ChunkVector, VectorStore } from "./vector-store.ts";

export type EmbedStores = {
  vectors: Pick<VectorStore, "positions" | "find" | "add" | "finishSet">;
  chunks: Pick<ChunkStore, "listSet">;
};

/** Chunks whose texts go to the model together. */
const batchSize = 64;

/** Makes vectors of texts. Null: only those that the space has already are wanted. */
export type EmbedTexts = ((texts: string[]) => Promise<Float32Array[]>) | null;

export const embedPassages =
  (embedder: Embedder, signal: AbortSignal): NonNullable<EmbedTexts> =>
  async (texts) =>
    (await embedder.embed(texts, "passage", signal, "background")).vectors;

/**
 * Gives each chunk of a set its vector. A text that the space knows is not embedded again, nor is a chunk that has its
 * vector, so that work cut short goes on where it was. It ends early when the set is removed meanwhile.
 */
export async function embedSet(
  { vectors, chunks }: EmbedStores,
  { spaceId, chunkSetId }: { spaceId: string; chunkSetId: ChunkSetId },
  embed: EmbedTexts,
): Promise<void> {
  const done = await vectors.positions(spaceId, chunkSetId);
  let isWhole = true;
  for await (const batch of chunks.listSet(chunkSetId, batchSize)) {
    const lacking = batch
      .filter(({ position }) => !done.has(position))
      .map((chunk) => ({ position: chunk.position, text: embeddedText(chunk) }))
      .map((chunk) => ({ ...chunk, contentHash: hashText(chunk.text) }));
    if (lacking.length === 0) continue;
    const known = await vectors.find(
      spaceId,
      lacking.map(({ contentHash }) => contentHash),
    );
    if (embed) {
      const fresh = new Map(
        lacking
          .filter(({ contentHash }) => !known.has(contentHash))
          .map((each) => [each.contentHash, each.text]),
      );
      const made = fresh.size === 0 ? [] : await embed([...fresh.values()]);
      for (const [at, contentHash] of [...fresh.keys()].entries()) {
        const vector = made[at];
        if (!vector) throw new Error(`The model gave ${made.length} vectors for ${fresh.size} texts`);
        known.set(contentHash, vector);
      }
    }
    const added: ChunkVector[] = lacking.flatMap(({ position, contentHash }) => {
      const vector = known.get(contentHash);
      return vector ? [{ position, contentHash, vector }] : [];
    });
    if (added.length < lacking.length) isWhole = false;
    if (!(await vectors.add(spaceId, chunkSetId, added))) return;
  }
  if (isWhole) await vectors.finishSet(spaceId, chunkSetId);
}
