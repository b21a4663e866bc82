import type { ElementStore, LocatedElement } from "../elements/element-store.ts";
import { type Moment, momentOf } from "../elements/moment.ts";
import type { RetrievalQuery, Retrieve, RetrievedChunk } from "./retrieved-chunk.ts";

/** Retrieved chunks. Those of recordings and videos say from when to when they are spoken. */
export type RetrieveWithMoments = (
  query: RetrievalQuery,
  signal: AbortSignal,
) => Promise<(RetrievedChunk & { moment?: Moment })[]>;

export const createRetrieveWithMoments =
  (retrieve: Retrieve, elements: Pick<ElementStore, "located">): RetrieveWithMoments =>
  async (query, signal) => {
    const chunks = await retrieve(query, signal);
    const momentsOf = async (references: Parameters<ElementStore["located"]>[0]) => {
      const located = await elements.located(references);
      signal.throwIfAborted();
      return new Map(located.flatMap(keyedMoment));
    };
    // A chunk of a recording ends with what is said. So one element of a chunk tells whether the others are needed.
    const ends = await momentsOf(chunks.flatMap((chunk) => referencesOf(chunk).slice(-1)));
    const spoken = chunks.filter((chunk) => referencesOf(chunk).some((each) => ends.has(keyOf(each))));
    if (spoken.length === 0) return chunks;
    const moments = await momentsOf(spoken.flatMap(referencesOf));
    return chunks.map((chunk) => {
      const said = referencesOf(chunk).flatMap((each) => moments.get(keyOf(each)) ?? []);
      return said.length === 0 ? chunk : { ...chunk, moment: spanOf(said) };
    });
  };

const referencesOf = ({ versionId, elementIds }: RetrievedChunk) =>
  elementIds.map((elementId) => ({ versionId, elementId }));

const keyOf = ({ versionId, elementId }: { versionId: string; elementId: string }) =>
  `${versionId}/${elementId}`;

function keyedMoment({ versionId, element }: LocatedElement): [string, Moment][] {
  const moment = momentOf(element);
  return moment ? [[keyOf({ versionId, elementId: element.elementId }), moment]] : [];
}

const spanOf = (moments: Moment[]): Moment => ({
  startSeconds: Math.min(...moments.map(({ startSeconds }) => startSeconds)),
  endSeconds: Math.max(...moments.map(({ endSeconds }) => endSeconds)),
});
