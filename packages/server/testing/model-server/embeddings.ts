/** What a test looks at in a request to `/v1/embeddings`. */
export type EmbeddingRequest = { model: string; input: string | string[]; dimensions?: number };

const dimensions = 64;

/** Texts that share words lie near each other: each word counts in the place that its letters give. */
export function wordVector(text: string): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let place = 7;
    for (const letter of word) place = (place * 31 + (letter.codePointAt(0) ?? 0)) % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

export function embeddings({ model, input }: EmbeddingRequest, vectorOf: (text: string) => number[]) {
  const texts = typeof input === "string" ? [input] : input;
  return {
    object: "list",
    model,
    data: texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })),
    usage: { prompt_tokens: texts.length * 10, total_tokens: texts.length * 10 },
  };
}
