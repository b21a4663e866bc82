import type { BoundingBox } from "../elements/element.ts";
import type { ElementStore, LocatedElement } from "../elements/element-store.ts";
import type { Moment } from "../elements/moment.ts";
import { boxOfWords } from "../elements/word-boxes.ts";
import { bestSentence } from "./best-sentence.ts";
import type { RetrieveWithMoments } from "./retrieve-with-moments.ts";
import type { RetrievalQuery, RetrievedChunk } from "./retrieved-chunk.ts";

/** The sentence of a passage that says most of the query, and where it stands. */
export type BestSentence = {
  text: string;
  elementId: string;
  pageNumber: number;
  /** Around its words where they are known, else around its element; null where no place is known. */
  boundingBox: BoundingBox | null;
  box: "words" | "block" | null;
};

export type PlacedChunk = RetrievedChunk & { moment?: Moment; best?: BestSentence };

export type RetrieveWithSentences = (query: RetrievalQuery, signal: AbortSignal) => Promise<PlacedChunk[]>;

/** Retrieved chunks that say which of their sentences a reader looks for. */
export const createRetrieveWithSentences =
  (
    retrieve: RetrieveWithMoments,
    elements: Pick<ElementStore, "located" | "wordBoxes">,
  ): RetrieveWithSentences =>
  async (query, signal) => {
    const chunks = await retrieve(query, signal);
    const references = chunks.flatMap(({ versionId, elementIds }) =>
      elementIds.map((elementId) => ({ versionId, elementId })),
    );
    const located = new Map(
      (await elements.located(references)).map((each) => [
        keyOf(each.versionId, each.element.elementId),
        each,
      ]),
    );
    const placed: PlacedChunk[] = [];
    for (const chunk of chunks) {
      signal.throwIfAborted();
      const own = chunk.elementIds.flatMap((id) => located.get(keyOf(chunk.versionId, id)) ?? []);
      const best = await bestOf(elements, query.text, chunk, own);
      placed.push(best ? { ...chunk, best } : chunk);
    }
    return placed;
  };

const keyOf = (versionId: string, elementId: string): string => `${versionId}/${elementId}`;

async function bestOf(
  elements: Pick<ElementStore, "wordBoxes">,
  query: string,
  chunk: RetrievedChunk,
  own: readonly LocatedElement[],
): Promise<BestSentence | undefined> {
  const texts = own.map(({ element: { text, type } }) => ({ text, isTitle: type === "Title" }));
  const place = bestSentence(query, chunk.text, texts);
  const found = place && own[place.index];
  if (!found) return undefined;
  const { versionId, element } = found;
  const { elementId, pageNumber, text, boundingBox } = element;
  const { span } = place;
  const sentence = { text: text.slice(span.start, span.end), elementId, pageNumber };
  if (!boundingBox) return { ...sentence, boundingBox: null, box: null };
  const words = await elements.wordBoxes({ versionId, elementId });
  const around = words && boxOfWords(words, span);
  return around
    ? { ...sentence, boundingBox: around, box: "words" }
    : { ...sentence, boundingBox, box: "block" };
}
