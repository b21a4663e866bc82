import type { TokenUsage } from "./usage.ts";

/** What a text is embedded for; many models want to know it. */
export type EmbeddingPurpose = "query" | "passage";

/** Whether a person waits for the vectors, or they are made beside everything else. */
export type EmbeddingUrgency = "now" | "background";

export type Embeddings = {
  /** One for each text, in their order, each of length 1. All vectors of a space have as many dimensions. */
  vectors: Float32Array[];
  usage: TokenUsage;
};

/** The words of a text as the model writes them, and their vectors of length 1, one behind the other. */
export type WordVectors = { texts: string[]; vectors: Float32Array };

export type EmbeddedWords = { vector: Float32Array; words?: WordVectors; usage: TokenUsage };

/** Port: turns texts into vectors, so that texts of alike meaning lie near each other. */
export type Embedder = {
  /** Names the model and its version. Vectors of different spaces are never compared. */
  space: string;
  /**
   * Rejects with the signal's reason when it aborts, and with `ModelUnavailableError` when the model fails. Default
   * urgency: now.
   */
  embed(
    texts: string[],
    purpose: EmbeddingPurpose,
    signal: AbortSignal,
    urgency?: EmbeddingUrgency,
  ): Promise<Embeddings>;
  /**
   * One text, with the vectors of its words; without them from a model that gives one vector for a text only. Rejects as `embed`
   * does. Absent where models never give them.
   */
  embedWords?(text: string, purpose: EmbeddingPurpose, signal: AbortSignal): Promise<EmbeddedWords>;
};
