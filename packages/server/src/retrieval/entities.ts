import { splitSentences } from "../text/sentences.ts";
import { isStopWord } from "../text/terms.ts";

/** Capitalised words in a row, with small words between them: "Bank of England", "Ludwig van Beethoven". */
const name =
  /\p{Lu}[\p{L}\p{M}\p{N}'’-]*(?:\s+(?:(?:of|the|and|for|de|del|la|le|da|di|do|du|des|von|van|der|den)\s+){0,2}\p{Lu}[\p{L}\p{M}\p{N}'’-]*)*/gu;

/**
 * The names in a text by their capitals, each once, in the order of the text. One word at the beginning of a sentence is a
 * name only where it stands elsewhere too. Scripts without capitals have none.
 */
export function entitiesOf(text: string): string[] {
  const found = new Set<string>();
  const opening = new Map<string, number>();
  for (const { start, end } of splitSentences(text)) {
    const sentence = text.slice(start, end);
    for (const match of sentence.matchAll(name)) {
      const [entity] = match;
      if (isStopWord(entity.toLowerCase())) continue;
      const opens = match.index === 0 && !/\s/u.test(entity);
      if (!opens) found.add(entity);
      else if (!opening.has(entity)) opening.set(entity, found.size);
    }
  }
  return [...found];
}
