import type { ProjectId, VersionId } from "../../kernel/ids.ts";
import type { ChunkHit, ChunkQuery } from "../../retrieval/chunk-index.ts";
import type { WordStore } from "../../retrieval/words/word-store.ts";
import { hashTerm } from "../../text/term-hash.ts";
import { maxHits } from "./generations.ts";
import type { SearchClient } from "./open-search-client.ts";
import { SearchUnavailableError } from "./search-outage.ts";
import { wordOf } from "./write-chunks.ts";

/** Lucene leaves a factor out that changes no order: with it scores are those of the embedded index. */
const k1 = 1.2;

type FoundChunk = {
  _score: number;
  fields: { file: [string]; set: [string]; position: [number] };
};
type SearchAnswer = {
  status: number;
  error?: { type: string; reason: string };
  hits?: { hits?: FoundChunk[] };
};

/** Searches an index several times within the same files. Versions that went since its last change are left out. */
export async function searchChunks(
  { client, store, alias }: { client: SearchClient; store: WordStore; alias: string },
  projectId: ProjectId,
  queries: Omit<ChunkQuery, "fileIds">[],
  { fileIds, gone }: { fileIds: string[] | undefined; gone: VersionId[] },
): Promise<ChunkHit[][]> {
  const header = JSON.stringify({
    index: alias,
    // Copies of a shard are refreshed one after the other: questions of one project ask the same.
    preference: projectId,
    allow_partial_search_results: false,
  });
  const parts = queries.map((query) => [...partsOf(query)].map((part) => bodyOf(part, fileIds, gone)));
  if (parts.flat().length === 0) return queries.map(() => []);
  const found = await client.ask<{ responses: SearchAnswer[] }>({
    method: "POST",
    path: "/_msearch?filter_path=responses.status,responses.error,responses.hits.hits._score,responses.hits.hits.fields",
    lines: parts
      .flat()
      .map((body) => `${header}\n${JSON.stringify(body)}\n`)
      .join(""),
  });
  const answers = (found?.responses ?? []).values();
  const chunksOf = (): FoundChunk[] => {
    const answer = answers.next().value;
    if (answer && !answer.error) return answer.hits?.hits ?? [];
    const { type, reason } = answer?.error ?? {};
    throw new SearchUnavailableError(`${client.place} did not search (${type}: ${reason})`);
  };
  const chunksOfEach = queries.map(({ limit }, at) =>
    joined((parts[at] ?? []).map(chunksOf)).slice(0, limit),
  );
  return Promise.all(
    chunksOfEach.map(async (chunks, at) => {
      const places = chunks.map(({ fields }) => ({
        chunkSetId: fields.set[0],
        position: fields.position[0],
      }));
      const hits = await store.hits(places, queries[at]?.isBare);
      return chunks.flatMap(({ _score, fields }, place): ChunkHit[] => {
        const hit = hits[place];
        // It was removed since: the store would not find it either.
        if (!hit) return [];
        return [{ ...hit, fileId: fields.file[0], position: fields.position[0], score: _score * (k1 + 1) }];
      });
    }),
  );
}

/** A node takes 1,024 clauses in a query, unless it was set up otherwise. */
const maxTerms = 1_000;

/** A chunk that is among the best of all parts together may be far behind in each of them. */
const hitsOfPart = 1_000;

/** Spellings that a word may stand for are thousands of terms, of which the index has few. */
function* partsOf(query: Omit<ChunkQuery, "fileIds">): Generator<Omit<ChunkQuery, "fileIds">> {
  const isOne = query.terms.length <= maxTerms;
  for (let from = 0; from < query.terms.length; from += maxTerms)
    yield {
      ...query,
      limit: isOne ? query.limit : Math.max(query.limit, hitsOfPart),
      terms: query.terms.slice(from, from + maxTerms),
      weights: query.weights?.slice(from, from + maxTerms),
    };
}

/** Adds up what the parts of a query gave a chunk: exact where each of them found fewer than were asked for. */
function joined(parts: FoundChunk[][]): FoundChunk[] {
  const [only = [], ...others] = parts;
  if (others.length === 0) return only;
  const byPlace = new Map<string, FoundChunk>();
  for (const chunk of parts.flat()) {
    const place = `${chunk.fields.set[0]} ${chunk.fields.position[0]}`;
    const known = byPlace.get(place);
    byPlace.set(place, known ? { ...known, _score: known._score + chunk._score } : chunk);
  }
  return [...byPlace.values()].sort((one, other) => other._score - one._score);
}

const bodyOf = (
  { terms, weights = [], required = [], limit }: Omit<ChunkQuery, "fileIds">,
  fileIds: string[] | undefined,
  gone: VersionId[],
): object => {
  const weightOf = new Map(terms.map((term, at) => [hashTerm(term), weights[at] ?? 1]));
  const anyOf = (forms: string[]) => ({ terms: { terms: forms.map((form) => wordOf(hashTerm(form))) } });
  return {
    size: Math.min(limit, maxHits),
    track_total_hits: false,
    _source: false,
    stored_fields: "_none_",
    docvalue_fields: ["file", "set", "position"],
    query: {
      bool: {
        should: [...weightOf].map(([hash, boost]) => ({ term: { terms: { value: wordOf(hash), boost } } })),
        minimum_should_match: 1,
        filter: [...required.map(anyOf), ...(fileIds ? [{ terms: { file: fileIds } }] : [])],
        must_not: gone.length > 0 ? [{ terms: { version: gone } }] : [],
      },
    },
  };
};
