import { splitSentences } from "../text/sentences.ts";
import { isStopWord } from "../text/terms.ts";

/** Capitalised words in a row, with small words between them: "Bank of England", "Ludwig van Beethoven". */
const name =
  /\p{Lu}[\p{L}\p{M}\p{N}'’-]*(?:\s+(?:(?:of|the|for|de|del|la|le|da|di|do|du|des|von|van|der|den)\s+){0,2}\p{Lu}[\p{L}\p{M}\p{N}'’-]*)*/gu;

/**
 * The names in a text by their capitals, each once, in the order of the text. One word at the beginning of a sentence is a
 * name only where it is elsewhere too. Scripts without capitals have none.
 */
export function entitiesOf(text: string): string[] {
  const found = new Set<string>();
  for (const { start, end } of splitSentences(text)) {
    for (const { index, 0: entity } of text.slice(start, end).matchAll(name)) {
      const mayBeOpening = index === 0 && !/\s/u.test(entity);
      if (!mayBeOpening && !isStopWord(entity.toLowerCase())) found.add(entity);
    }
  }
  return [...found];
}
