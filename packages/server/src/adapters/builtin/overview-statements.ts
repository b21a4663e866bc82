import type { AnswererEvent, Passage } from "../../answering/answerer.ts";
import { splitSentences } from "../../text/sentences.ts";
import { separatorAfter } from "./separator-after.ts";

/** Sentences of a beginning: the first ones, up to this many words. */
const maxSentences = 3;
/** Of more documents than this only the first sentence is given. */
const maxDocuments = 3;
const maxWords = 60;

/**
 * What sources are about, in their own words: titles and headings on lines of their own, beginnings in between. `shown`: the
 * positions of the passages to tell it by; all when absent.
 */
export function* overviewStatements(
  passages: Passage[],
  shown: Iterable<number> = passages.keys(),
): Generator<AnswererEvent> {
  const documents = new Set(passages.map(({ fileId }) => fileId)).size;
  const sentences = documents > maxDocuments ? 1 : maxSentences;
  let before: { text: string; elementType: string } | undefined;
  for (const index of shown) {
    const { elementType = "", text = "" } = passages[index] ?? {};
    const pieces =
      elementType === "Title" ? [text.replace(/\s+/g, " ").trim()] : beginningOf(text, sentences);
    for (const piece of pieces) {
      if (before) {
        const sameParagraph = before.elementType !== "Title" && elementType !== "Title";
        yield { type: "delta", text: sameParagraph ? separatorAfter(before.text) : "\n" };
      }
      yield { type: "statement", statement: { text: piece, passages: [index] } };
      before = { text: piece, elementType };
    }
  }
}

function beginningOf(text: string, most: number): string[] {
  const sentences: string[] = [];
  let words = 0;
  for (const { start, end } of splitSentences(text).slice(0, most)) {
    const sentence = text.slice(start, end).replace(/\s+/g, " ");
    words += sentence.split(" ").length;
    if (sentences.length > 0 && words > maxWords) break;
    sentences.push(sentence);
  }
  return sentences;
}
