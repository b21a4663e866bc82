import { stem } from "../../text/stem.ts";
import { foldAccents, isStopWord } from "../../text/terms.ts";
import { plainWords } from "./fact-words.ts";

/** Share of the content words of a statement that a text has, 0..1; 1 when it has none. */
export function sharedContent(statement: string, text: string): number {
  const wanted = contentStems(statement);
  if (wanted.length === 0) return 1;
  const held = new Set(contentStems(text));
  return wanted.filter((word) => held.has(word)).length / wanted.length;
}

const contentStems = (text: string): string[] =>
  plainWords(text)
    .filter((word) => !isStopWord(word))
    .map((word) => stem(foldAccents(word)));
