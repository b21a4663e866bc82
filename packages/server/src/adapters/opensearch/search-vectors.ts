import type { VectorHit, VectorQuery } from "../../retrieval/dense/vector-index.ts";
import type { SearchClient } from "./open-search-client.ts";
import { SearchUnavailableError } from "./search-outage.ts";
import { cursorId } from "./vector-indices.ts";

type Found = { _id: string; _score: number; fields?: { shown_to?: [number] } };
type Answer = { status: number; error?: { type: string; reason: string }; hits?: { hits?: Found[] } };

/** The nearest chunks of an index, and those that are asked for by their ids. Null where there is no such alias. */
export async function searchVectors(
  client: SearchClient,
  alias: string,
  { vector, limit, fileIds, chunkIds = [] }: VectorQuery,
): Promise<{ hits: VectorHit[]; shownTo: number } | null> {
  const filters = fileIds ? [{ terms: { file: fileIds } }] : [];
  const ofChunks = { ids: { values: chunkIds } };
  const bodies = [
    { size: 1, query: { ids: { values: [cursorId] } }, docvalue_fields: ["shown_to"] },
    nearestOf(vector, limit, filters),
    ...(chunkIds.length > 0 ? [nearestOf(vector, chunkIds.length, [...filters, ofChunks])] : []),
  ];
  // Copies of a shard are refreshed one after the other: the cursor and the hits are of one copy.
  const header = JSON.stringify({ index: alias, preference: alias, allow_partial_search_results: false });
  const answer = await client.ask<{ responses: Answer[] }>({
    method: "POST",
    path: "/_msearch?filter_path=responses.status,responses.error,responses.hits.hits._id,responses.hits.hits._score,responses.hits.hits.fields",
    lines: bodies.map((body) => `${header}\n${JSON.stringify({ ...body, _source: false })}\n`).join(""),
  });
  const responses = answer?.responses ?? [];
  if (responses.some(({ status }) => status === 404)) return null;
  const fault = responses.find(({ error }) => error)?.error;
  if (fault || responses.length < bodies.length)
    throw new SearchUnavailableError(`${client.place} did not search (${fault?.type}: ${fault?.reason})`);
  const [cursor = [], near = [], asked = []] = responses.map(({ hits }) => hits?.hits ?? []);
  const shownTo = cursor[0]?.fields?.shown_to?.[0];
  if (shownTo === undefined) return null;
  const nearest = near.map(toHit).filter(({ score }) => score > 0);
  const known = new Set(nearest.map(({ chunkId }) => chunkId));
  const others = asked.map(toHit).filter(({ chunkId }) => !known.has(chunkId));
  return { hits: [...nearest, ...others].sort((one, other) => other.score - one.score), shownTo };
}

/** With as many chunks as are wanted, or fewer, behind the filters, every one is compared. */
const nearestOf = (vector: Float32Array, k: number, filters: object[]) => ({
  size: k,
  query: {
    knn: {
      vector: {
        vector: Array.from(vector),
        k,
        ...(filters.length > 0 && { filter: { bool: { filter: filters } } }),
      },
    },
  },
});

/** Lucene moves cosines to 0..1. */
const toHit = ({ _id, _score }: Found): VectorHit => ({ chunkId: _id, score: 2 * _score - 1 });
