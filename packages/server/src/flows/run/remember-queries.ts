import type { Observe } from "../../kernel/observe.ts";
import type { Embedder } from "../../models/embedder.ts";
import { noTokens } from "../../models/usage.ts";
import { createKeptLast } from "../derived/kept-by-sources.ts";

/** Questions whose vectors are kept: some megabytes. */
const maxQueries = 1_000;

/** Embeds a question once, however often a flow is simulated with it. Passages have their vectors in the store. */
export function rememberQueries(embedder: Embedder, observe: Observe): Embedder {
  const kept = createKeptLast<Float32Array>(maxQueries, () => 1);
  return {
    ...embedder,
    async embed(texts, purpose, signal) {
      const [text] = texts;
      if (purpose !== "query" || text === undefined || texts.length > 1)
        return embedder.embed(texts, purpose, signal);
      const known = kept.get(text);
      observe({ kind: "lookup", cache: "question-vectors", found: known !== undefined });
      if (known) return { vectors: [known], usage: noTokens };
      const made = await embedder.embed(texts, purpose, signal);
      const [vector] = made.vectors;
      if (vector) kept.keep(text, vector);
      return made;
    },
  };
}
