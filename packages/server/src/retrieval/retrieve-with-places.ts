import type { BoundingBox } from "../elements/element.ts";
import type { ElementStore, LocatedElement } from "../elements/element-store.ts";
import { type Moment, momentOf } from "../elements/moment.ts";
import { placeInElement } from "../elements/place-in-element.ts";
import { boxOfWords } from "../elements/word-boxes.ts";
import { createBestSentence, type BestSentence as FindBest } from "./best-sentence.ts";
import type { RetrievalQuery, Retrieve, RetrievedChunk } from "./retrieved-chunk.ts";

/** The sentence of a passage that says most of the query, and where it stands. */
export type BestSentence = {
  text: string;
  elementId: string;
  pageNumber: number;
  /** Around its words where they are known, else around its element; null where no place is known. */
  boundingBox: BoundingBox | null;
  box: "words" | "block" | null;
};

export type PlacedChunk = RetrievedChunk & {
  /** From when to when it is spoken, in recordings and videos. */
  moment?: Moment;
  best?: BestSentence;
};

export type RetrieveWithPlaces = (query: RetrievalQuery, signal: AbortSignal) => Promise<PlacedChunk[]>;

/** Retrieved chunks that say which of their sentences a reader looks for, and when they are spoken. */
export const createRetrieveWithPlaces =
  (retrieve: Retrieve, elements: Pick<ElementStore, "located" | "wordBoxes">): RetrieveWithPlaces =>
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
    const findBest = createBestSentence(query.text);
    for (const chunk of chunks) {
      signal.throwIfAborted();
      const own = chunk.elementIds.flatMap((id) => located.get(keyOf(chunk.versionId, id)) ?? []);
      const moment = spokenAt(own);
      const sentence = sentenceOf(findBest, chunk, own);
      const best = sentence && (await withBox(elements, sentence));
      placed.push({ ...chunk, ...(moment && { moment }), ...(best && { best }) });
    }
    return placed;
  };

const keyOf = (versionId: string, elementId: string): string => `${versionId}/${elementId}`;

function spokenAt(own: readonly LocatedElement[]): Moment | undefined {
  const moments = own.flatMap(({ element }) => momentOf(element) ?? []);
  if (moments.length === 0) return undefined;
  return {
    startSeconds: Math.min(...moments.map(({ startSeconds }) => startSeconds)),
    endSeconds: Math.max(...moments.map(({ endSeconds }) => endSeconds)),
  };
}

type Sentence = { holder: LocatedElement; start: number; end: number };

function sentenceOf(
  findBest: FindBest,
  chunk: RetrievedChunk,
  own: readonly LocatedElement[],
): Sentence | undefined {
  const texts = own.map(({ element: { text, type } }) => ({ text, isTitle: type === "Title" }));
  const place = findBest(chunk.text, texts);
  const holder = place && own[place.index];
  return holder && { holder, ...place.span };
}

async function withBox(
  elements: Pick<ElementStore, "wordBoxes">,
  { holder: { versionId, element }, start, end }: Sentence,
): Promise<BestSentence> {
  const { elementId } = element;
  const { pageNumber, boundingBox } = placeInElement(element, start);
  const sentence = { text: element.text.slice(start, end), elementId, pageNumber };
  if (!boundingBox) return { ...sentence, boundingBox: null, box: null };
  if (pageNumber !== element.pageNumber) return { ...sentence, boundingBox, box: "block" };
  const words = await elements.wordBoxes({ versionId, elementId });
  const around = words && boxOfWords(words, { start, end });
  return around
    ? { ...sentence, boundingBox: around, box: "words" }
    : { ...sentence, boundingBox, box: "block" };
}
