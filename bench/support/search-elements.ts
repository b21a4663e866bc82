import { gatherPassages, type SourcedPassage } from "../../packages/server/src/answering/gather-passages.ts";
import { chunkByTitle } from "../../packages/server/src/chunks/chunkers/title.ts";
import type { ElementStore } from "../../packages/server/src/elements/element-store.ts";
import type { QuestionSet } from "../corpora/question-set.ts";
import { createBm25 } from "./bm25.ts";

const topK = 20;

/**
 * Finds the passages for a question as the service does, but with plain BM25 over the chunks, so that it judges the
 * answers and not the search.
 */
export function createPassageSearch(sets: QuestionSet[]) {
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
  const score = createBm25(chunks.map(({ title, text }) => `${title} ${text}`));
  return async (question: string): Promise<SourcedPassage[]> => {
    const scores = score(question);
    const best = Math.max(...scores, Number.MIN_VALUE);
    const found = chunks
      .map((chunk, index) => ({ ...chunk, score: (scores[index] ?? 0) / best }))
      .filter((chunk) => chunk.score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, topK);
    return gatherPassages(store, found, new AbortController().signal);
  };
}
