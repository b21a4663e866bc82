import type { ChunkStore, StoredChunk } from "../../chunks/chunk-store.ts";
import type { ElementStore } from "../../elements/element-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { aboutChunk } from "../evidence/about-chunk.ts";
import { textOfPassage } from "../evidence/passage-texts.ts";
import type { OutputPassage, OutputQuery } from "../flow/node-output.ts";
import type { FlowItem } from "../flow/shown.ts";
import { placesOf } from "./item-places.ts";

export type PassageItemsDependencies = {
  chunks: Pick<ChunkStore, "findActive">;
  elements: Pick<ElementStore, "located">;
};

/** Passages as items, with the chunks that were found for them. Of several queries each item names its own. */
export async function passageItems(
  { chunks, elements }: PassageItemsDependencies,
  projectId: ProjectId,
  shown: { query: OutputQuery; passage: OutputPassage }[],
  found: Map<string, StoredChunk>,
  hasSeveralQueries: boolean,
): Promise<FlowItem[]> {
  const places = await placesOf(elements, [...found.values()]);
  const copies = await copiesOf(chunks, projectId, shown);
  return shown.flatMap(({ query, passage }) => {
    const read = textOfPassage(passage, found);
    if (!read) return [];
    const { copies: copyIds, ...more } = passage.metadata ?? {};
    const others = idsIn(copyIds).flatMap((id) => copies.get(id) ?? []);
    const isSummary = passage.summary !== undefined;
    return [
      {
        id: hasSeveralQueries ? `${query.id}/${passage.id}` : passage.id,
        content: read.text,
        metadata: {
          ...(isSummary ? aboutSummary(passage, read.chunk) : aboutChunk(read.chunk)),
          ...(!isSummary && places.get(read.chunk.chunkId)),
          score: passage.score,
          relevance_score: passage.score,
          ...(others.length > 0 && { copies: others.map(presentCopy) }),
          question: query.text,
          ...more,
        },
        score: passage.score,
      },
    ];
  });
}

const aboutSummary = ({ chunkIds }: OutputPassage, { fileId, fileName, pageNumber }: StoredChunk) => ({
  source: fileName,
  source_file: fileName,
  page: pageNumber,
  page_number: pageNumber,
  chunk_id: null,
  file_id: fileId,
  summary_of: chunkIds,
});

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];

async function copiesOf(
  chunks: Pick<ChunkStore, "findActive">,
  projectId: ProjectId,
  shown: { passage: OutputPassage }[],
): Promise<Map<string, StoredChunk>> {
  const ids = [...new Set(shown.flatMap(({ passage }) => idsIn(passage.metadata?.copies)))];
  if (ids.length === 0) return new Map();
  return new Map((await chunks.findActive(projectId, ids)).map((chunk) => [chunk.chunkId, chunk]));
}

const presentCopy = ({ chunkId, fileId, fileName, pageNumber }: StoredChunk) => ({
  file_id: fileId,
  file_name: fileName,
  page_number: pageNumber,
  chunk_id: chunkId,
});
