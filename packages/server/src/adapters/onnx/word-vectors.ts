import type { WordVectors } from "../../models/embedder.ts";
import { normalised } from "./length-one.ts";

/** What vocabularies put before the pieces that begin a word; WordPiece marks those that go on instead. */
const beginnings = ["\u2581", "\u0120"];
const goesOn = "##";
const special = /^(?:\[[A-Z]+\]|<\/?[a-z]+>)$/;
const hasLetters = /[\p{L}\p{N}]/u;

/** The words of a text from its tokens: each is the mean of its pieces. `data`: the tokens' vectors, one behind the other. */
export function wordVectors(tokens: string[], data: Float32Array, dimensions: number): WordVectors {
  const beginning = beginnings.find((mark) => tokens.some((token) => token.startsWith(mark)));
  const words: { text: string; vector: Float32Array }[] = [];
  let goesOnHere = false;
  for (const [at, token] of tokens.entries()) {
    const plain = beginning ? token.replaceAll(beginning, "") : token.replace(goesOn, "");
    const begins = beginning ? token.startsWith(beginning) : !token.startsWith(goesOn);
    const isWord = hasLetters.test(plain) && !special.test(token);
    if (isWord && (begins || !goesOnHere)) words.push({ text: "", vector: new Float32Array(dimensions) });
    goesOnHere = isWord;
    const word = words.at(-1);
    if (!isWord || !word) continue;
    word.text += plain;
    for (let each = 0; each < dimensions; each += 1)
      word.vector[each] = (word.vector[each] ?? 0) + (data[at * dimensions + each] ?? 0);
  }
  const vectors = new Float32Array(words.length * dimensions);
  for (const [at, { vector }] of words.entries()) vectors.set(normalised(vector), at * dimensions);
  return { texts: words.map(({ text }) => text), vectors };
}

/** Without the words of the model's prefix, "query: ", that stand before the text. */
export function withoutFirst({ texts, vectors }: WordVectors, prefix: string): WordVectors {
  const first = prefix.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const dimensions = vectors.length / (texts.length || 1);
  return { texts: texts.slice(first), vectors: vectors.slice(first * dimensions) };
}
