import type { RetrievedChunk } from "../retrieval/retrieved-chunk.ts";
import { fileNameTerms } from "../text/file-name-words.ts";

/** The chunks of the documents that a question means by name and year, and what it asks of them. */
export type NamedByYear = { chunks: RetrievedChunk[]; question: string };

const word = /[\p{L}\p{M}\p{N}&-]+(?:['’]s(?!\p{L}))?/gu;
const isYear = (term: string): boolean => /^(?:19|20)\d{2}$/.test(term);
/** Words that hang a name on what is asked: they go with it. */
const link = /(?:^|\s)(?:of|in|for|by|at|from|von|für|im|de|du|en|del|di|da|em|van)\s*$/iu;

/**
 * "What was the revenue of Kestrel in 2022?" means the report whose name or title has "Kestrel" and "2022". The text of
 * that report says neither, and that of the next one says "after 880 million in 2022": so the question is put to that
 * report alone, without those words. Undefined when the question names no year or no name, or no document has both.
 */
export function namedByYear(question: string, chunks: RetrievedChunk[]): NamedByYear | undefined {
  const naming = namingWords(question);
  const labelled = chunks.map((chunk) => {
    const label = new Set(fileNameTerms(`${chunk.fileName} ${chunk.title.split(" › ")[0] ?? ""}`));
    const named = naming.filter(({ terms }) => terms.some((term) => label.has(term)));
    return { chunk, named };
  });
  const most = Math.max(0, ...labelled.map(({ named }) => (namesBoth(named) ? named.length : 0)));
  if (most === 0) return undefined;
  const meant = labelled.filter(({ named }) => namesBoth(named) && named.length === most);
  const said = new Set(meant.flatMap(({ named }) => named));
  return {
    chunks: meant.map(({ chunk }) => chunk),
    question: without(
      question,
      naming.filter((each) => said.has(each)),
    ),
  };
}

type NamingWord = { start: number; end: number; terms: string[] };

const namesBoth = (named: NamingWord[]): boolean =>
  named.some(({ terms }) => terms.some(isYear)) && named.some(({ terms }) => !terms.some(isYear));

/** The years and capitalised words of a question, but for its first word. */
function namingWords(question: string): NamingWord[] {
  return [...question.matchAll(word)].slice(1).flatMap(({ index, 0: written }) => {
    const terms = fileNameTerms(written);
    const isNaming = terms.some(isYear) || (/^\p{Lu}/u.test(written) && terms.length > 0);
    return isNaming ? [{ start: index, end: index + written.length, terms }] : [];
  });
}

/** The question without some of its words, and without the links before these. */
function without(question: string, words: NamingWord[]): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of words) {
    rest += question.slice(from, start);
    if (from === 0 || question.slice(from, start).trim() !== "") rest = rest.replace(link, " ");
    from = end;
  }
  return (rest + question.slice(from))
    .replace(/\s+/g, " ")
    .replace(/\s+(?=[?.!])/g, "")
    .trim();
}
