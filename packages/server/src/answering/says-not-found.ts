import { notFoundMark } from "./answer-prompt.ts";
import type { Statement } from "./answerer.ts";

const mark = new RegExp(notFoundMark.replace("_", "\\\\?[_ -]?"), "iu");
/** The mark as it is asked for. Written in small letters or with a space it may be words of a sentence. */
const exactMark = new RegExp(notFoundMark.replace("_", "\\\\?_"), "u");
/** A sentence that has so many more words, and cites a passage, is about the mark: "404 stands for NOT_FOUND". */
const minWordsAbout = 2;

/** Whether a model says by the mark that nothing was found, whatever it dresses it in: bold, quotes, code, a sentence. */
export function saysNotFound({ text, passages }: Statement): boolean {
  const words = text.replace(mark, "").match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return mark.test(text);
  if (!exactMark.test(text)) return false;
  const begins = /^[^\p{L}\p{N}]*/u.exec(text)?.[0].length === text.search(exactMark);
  return begins || passages.length === 0 || words.length < minWordsAbout;
}
