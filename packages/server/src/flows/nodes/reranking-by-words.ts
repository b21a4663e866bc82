import { createLexicalCandidates } from "../../retrieval/lexical-candidates.ts";
import { withTerms } from "../../retrieval/search-terms.ts";
import { scoreSets } from "../chunk-sets/score.ts";
import { buildSetIndex } from "../chunk-sets/set-index.ts";
import type { PassageText } from "../evidence/passage-texts.ts";
import type { OutputPassage } from "../flow/node-output.ts";

/** What the words of the passages count, beside the score that they came with. */
const shareOfWords = 0.5;

/**
 * Orders passages by the mean of the score they came with and that of the service's own ranking among them alone: words
 * that all of them have say nothing here. Both lie in 0..1 and are not stretched: of three passages that are nearly as good
 * as each other the last is no bad one.
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
  const scores = new Map(byWords.map(({ chunkId, score }) => [chunkId, score]));
  return read
    .map(({ passage }, position) => ({
      ...passage,
      score: (1 - shareOfWords) * passage.score + shareOfWords * (scores.get(String(position)) ?? 0),
    }))
    .sort((one, other) => other.score - one.score);
}
