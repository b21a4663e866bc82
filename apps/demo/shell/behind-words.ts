import type { Readiness } from "@headwater/client";

export type Behind = { short: string; long: string };

/** What the service still does so that documents are found well. Nothing when all is done. */
export function behindWords({
  index,
  embedding,
}: Pick<Readiness, "index" | "embedding">): Behind | undefined {
  if (index?.state === "rebuilding")
    return {
      short: `Index ${index.done} of ${index.total}`,
      long: `The search index is being rebuilt: ${index.done} of ${index.total} documents are in it.`,
    };
  if (embedding?.state === "embedding")
    return {
      short: `Embedding ${embedding.done} of ${embedding.total}`,
      long: `${embedding.done} of ${embedding.total} documents have vectors of the embedding model; until all have, questions may be answered by words alone.`,
    };
  if (embedding?.state === "failing")
    return {
      short: "Embedding waits",
      long: `The embedding model cannot be used now and is tried again; ${embedding.done} of ${embedding.total} documents have vectors, and questions are answered by words.`,
    };
  return undefined;
}
