import { fuse } from "../../retrieval/fuse.ts";
import { createLexicalCandidates } from "../../retrieval/lexical-candidates.ts";
import { withTerms } from "../../retrieval/search-terms.ts";
import type { OutputPassage } from "../node-output.ts";
import type { PassageText } from "../passage-texts.ts";
import { buildSetIndex } from "../search-sets-index.ts";
import { scoreSets } from "../search-sets-score.ts";

/** What the words of the passages count, beside the score that they came with. */
const shareOfWords = 0.5;

/**
 * Orders passages by the score they came with and by the service's own ranking among them alone: words that all of them
 * have say nothing here.
 */
export async function orderByWords(
  query: string,
  read: PassageText[],
  signal: AbortSignal,
): Promise<OutputPassage[]> {
  const texts = withTerms(read.map(({ text, chunk }) => ({ title: chunk.title, text })));
  const rows = texts.map(({ termHashes }, position) => ({ chunkId: String(position), position, termHashes }));
  const index = buildSetIndex("passages", rows);
  const words = createLexicalCandidates({ search: async (_projectId, asked) => scoreSets([index], asked) });
  const byWords = await words.search(query, { projectId: "" }, rows.length, signal);
  const before = read
    .map(({ passage }, position) => ({ chunkId: String(position), score: passage.score }))
    .sort((one, other) => other.score - one.score);
  return fuse(before, byWords, shareOfWords).flatMap(({ chunkId, score }) => {
    const passage = read[Number(chunkId)]?.passage;
    return passage ? [{ ...passage, score }] : [];
  });
}
