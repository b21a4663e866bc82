import { gatherPassages, type SourcedPassage } from "../../packages/server/src/answering/gather-passages.ts";
import { chunkByTitle } from "../../packages/server/src/chunks/chunkers/title.ts";
import type { ElementStore } from "../../packages/server/src/elements/element-store.ts";
import { embeddedText } from "../../packages/server/src/retrieval/dense/embedded-text.ts";
import type { QuestionSet } from "../corpora/question-set.ts";
import { createBm25 } from "./bm25.ts";
import type { Meaning } from "./meaning.ts";

const topK = 20;

/** What a point of BM25 counts beside a cosine. */
const wordsBesideMeaning = 0.0175;

/**
 * Finds the passages for a question as the service does, but with plain BM25 over the chunks, or with cosines and BM25, so
 * that it judges the answers and not the search.
 */
export function createPassageSearch(sets: QuestionSet[], meaning?: Meaning) {
  const chunks = sets.flatMap(({ fileName, elements }) =>
    chunkByTitle(elements).map((chunk) => ({ ...chunk, fileId: fileName, fileName, versionId: fileName })),
  );
  const located = new Map(
    sets.flatMap(({ fileName, elements }) =>
      elements.map((element) => [
        `${fileName}/${element.elementId}`,
        { versionId: fileName, element, sectionNumber: 1 },
      ]),
    ),
  );
  const store: Pick<ElementStore, "located"> = {
    located: async (references) =>
      references.flatMap(({ versionId, elementId }) => located.get(`${versionId}/${elementId}`) ?? []),
  };
  const byWords = createBm25(chunks.map(({ title, text }) => `${title} ${text}`));
  const score = async (question: string): Promise<number[]> => {
    const words = byWords(question);
    if (!meaning) return words;
    const cosines = await meaning.compare(question, chunks.map(embeddedText));
    return cosines.map((cosine, index) => cosine + wordsBesideMeaning * (words[index] ?? 0));
  };
  return async (question: string): Promise<SourcedPassage[]> => {
    const scores = await score(question);
    const best = Math.max(...scores, Number.MIN_VALUE);
    const found = chunks
      .map((chunk, index) => ({ ...chunk, score: (scores[index] ?? 0) / best }))
      .filter((chunk) => chunk.score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, topK);
    return gatherPassages(store, found, new AbortController().signal);
  };
}
