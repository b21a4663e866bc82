import type { Chunk } from "../../chunks/chunk.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import type { Embedder } from "../../models/embedder.ts";
import { embeddedText, hashText } from "../../retrieval/dense/embedded-text.ts";
import type { VectorStore } from "../../retrieval/dense/vector-store.ts";

/** The vectors of chunks, in their order; null for one that can't be had now. `model` names what makes them. */
export type ItemEmbeddings = {
  model: string;
  of: (projectId: ProjectId, chunks: Pick<Chunk, "title" | "text">[]) => Promise<(number[] | null)[]>;
};

/** Who looks at a page waits no longer for its vectors. */
const embeddingMs = 10_000;

/** Vectors of the service's space where it has the text; the few others of a page are made, and not kept. */
export const createItemEmbeddings = ({
  embedder,
  model,
  vectors,
}: {
  embedder: Embedder;
  /** Its name as configurations have it. The name of its space may hold an address, which stays private. */
  model: string;
  vectors: Pick<VectorStore, "spaces" | "find">;
}): ItemEmbeddings => ({
  model,
  async of(projectId, chunks) {
    const texts = chunks.map(embeddedText);
    const hashes = texts.map(hashText);
    const space = (await vectors.spaces(projectId)).find(({ name }) => name === embedder.space);
    const known = space ? await vectors.find(space.spaceId, hashes) : new Map<string, Float32Array>();
    const lacking = [...new Set(hashes.flatMap((hash, at) => (known.has(hash) ? [] : [at])))];
    if (lacking.length > 0) {
      const wanted = lacking.map((at) => texts[at] as string);
      // A page is shown without vectors rather than not at all; its metadata says so.
      const made = await embedder
        .embed(wanted, "passage", AbortSignal.timeout(embeddingMs))
        .then(({ vectors: all }) => all)
        .catch(() => []);
      for (const [at, vector] of made.entries()) known.set(hashes[lacking[at] as number] as string, vector);
    }
    return hashes.map((hash) => {
      const vector = known.get(hash);
      return vector ? Array.from(vector) : null;
    });
  },
});
