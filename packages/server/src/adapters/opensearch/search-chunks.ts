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
  const lines = queries.map((query) => `${header}\n${JSON.stringify(bodyOf(query, fileIds, gone))}\n`);
  const found = await client.ask<{ responses: SearchAnswer[] }>({
    method: "POST",
    path: "/_msearch?filter_path=responses.status,responses.error,responses.hits.hits._score,responses.hits.hits.fields",
    lines: lines.join(""),
  });
  const answers = found?.responses ?? [];
  return Promise.all(
    queries.map(async ({ isBare = false }, at) => {
      const answer = answers[at];
      if (!answer || answer.error)
        throw new SearchUnavailableError(
          `${client.place} did not search (${answer?.error?.type}: ${answer?.error?.reason})`,
        );
      const chunks = answer.hits?.hits ?? [];
      const places = chunks.map(({ fields }) => ({
        chunkSetId: fields.set[0],
        position: fields.position[0],
      }));
      const hits = await store.hits(places, isBare);
      return chunks.flatMap(({ _score, fields }, place): ChunkHit[] => {
        const hit = hits[place];
        // It was removed since: the store would not find it either.
        if (!hit) return [];
        return [{ ...hit, fileId: fields.file[0], position: fields.position[0], score: _score * (k1 + 1) }];
      });
    }),
  );
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
