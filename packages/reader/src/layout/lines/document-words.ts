import type { Line } from "../page/line.ts";
import type { Vocabulary } from "./join-lines.ts";

const maxWords = 200_000;
const plain = /^[a-z]+$/i;

/** Collects words that may be broken at a line's end, as the document writes them elsewhere. Keeps at most 200,000. */
export function createDocumentWords(): Vocabulary & { add(lines: readonly Line[]): void } {
  const words = new Set<string>();
  return {
    has: (word) => words.has(word),
    add(lines) {
      for (const line of lines) {
        line.words.forEach((word, index) => {
          if (words.size >= maxWords) return;
          if (word.text.length <= 3) return;
          const text = plain.test(word.text) ? word.text : word.text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
          // The last word of a line may be only a part of a word.
          if (text.length > 3 && !(index === line.words.length - 1 && word.text.endsWith("-"))) {
            words.add(text.toLowerCase());
          }
        });
      }
    },
  };
}
