import type { Candidate } from "./candidate-sentences.ts";
import type { Question, Relative } from "./question.ts";
import type { WordReader } from "./word-reader.ts";

/**
 * The question in the spelling of the sentences. An encoder takes "Wer ist Joerg Broemse?" for unrelated to "Jörg Brömse", and a
 * question with a slip likewise; the words know them. `relatives`: for each term, the words that mean it.
 */
export function respeltQuestion(
  { text, terms }: Question,
  relatives: Relative[][],
  candidates: Candidate[],
  reader: WordReader,
): string {
  const written = new Map<string, string>();
  for (const [index, { stem }] of terms.entries()) {
    const [relative] = relatives[index] ?? [];
    const spelling = relative?.isRespelt && spellingOf(relative.word, candidates, reader);
    if (spelling) written.set(stem, spelling);
  }
  if (written.size === 0) return text;
  let [respelt, from] = ["", 0];
  for (const { stem, start, end } of reader.words(text)) {
    const spelling = written.get(stem);
    if (spelling === undefined || start < from) continue;
    respelt += text.slice(from, start) + spelling;
    from = end;
  }
  return respelt + text.slice(from);
}

/** A word as a sentence or a heading has it. */
function spellingOf(stem: string, candidates: Candidate[], reader: WordReader): string | undefined {
  for (const { text, headings, stems, heading } of candidates) {
    const holder = stems.includes(stem) ? text : heading.has(stem) ? headings : "";
    const word = reader.words(holder).find((each) => each.stem === stem);
    if (word) return holder.slice(word.start, word.end);
  }
  return undefined;
}
