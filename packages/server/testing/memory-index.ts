import type { ProjectId } from "../src/kernel/ids.ts";
import type { ChunkIndex } from "../src/retrieval/chunk-index.ts";
import { type StoredTerms, scoreStored } from "../src/retrieval/score-stored.ts";

export type MemoryIndex = ChunkIndex & { add(projectId: ProjectId, chunks: StoredTerms[]): void };

/** A words' index that looks at every chunk with each search: for tests of what is made of its hits. */
export function createMemoryIndex(): MemoryIndex {
  const projects = new Map<ProjectId, StoredTerms[]>();
  const index: MemoryIndex = {
    add(projectId, chunks) {
      projects.set(projectId, [...(projects.get(projectId) ?? []), ...chunks]);
    },
    async search(projectId, query) {
      const files = query.fileIds && new Set(query.fileIds);
      const chunks = projects.get(projectId) ?? [];
      // Of the whole project, as the index has it: which files are asked for changes no score.
      const hits = await scoreStored(chunks, { ...query, limit: chunks.length });
      return hits.filter(({ fileId }) => !files || files.has(fileId)).slice(0, query.limit);
    },
    searchAll: (projectId, { queries, fileIds }) =>
      Promise.all(queries.map((query) => index.search(projectId, { ...query, fileIds }))),
  };
  return index;
}
