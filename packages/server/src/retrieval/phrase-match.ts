import { hashTerm } from "../text/term-hash.ts";
import type { ChunkHit } from "./chunk-index.ts";

/** Whether a chunk has the terms of a phrase, each in any of its forms, next to each other and in order. */
export function hasPhrase({ termHashes }: Pick<ChunkHit, "termHashes">, phrase: string[][]): boolean {
  const wanted = phrase.map((forms) => new Set(forms.map(hashTerm)));
  const lastStart = termHashes.length - wanted.length;
  for (let start = 0; start <= lastStart; start++) {
    if (wanted.every((forms, at) => forms.has(termHashes[start + at] as number))) return true;
  }
  return false;
}
