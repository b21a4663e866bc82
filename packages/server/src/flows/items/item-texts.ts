import type { ChunkStore, StoredChunk } from "../../chunks/chunk-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { offsetOf, type Page } from "../../kernel/page.ts";
import type { SourceNames } from "../../sources/source-names.ts";
import type { FlowNode } from "../flow/flow.ts";
import type { NodeOutput, OutputAnswer, OutputOf, OutputQuery } from "../flow/node-output.ts";
import type { FlowItem, FlowItems } from "../flow/shown.ts";
import { type ChunkItemsDependencies, chunkItems } from "./chunk-items.ts";
import { type CitationPlaces, citationItems } from "./citation-items.ts";
import { passageItems } from "./passage-items.ts";
import { stillThere } from "./still-there.ts";

export type ItemTextsDependencies = ChunkItemsDependencies & {
  chunks: Pick<ChunkStore, "findActive">;
  elements: CitationPlaces;
  sourceNames: Pick<SourceNames, "byIds">;
};

/**
 * A page of what a node gave, with texts, which outputs never hold. What stood in a source that was deleted, or read again,
 * is not there any more, and the total says so.
 */
export const createItemTexts =
  (deps: ItemTextsDependencies) =>
  async (
    projectId: ProjectId,
    { output, node }: { output: NodeOutput; node: Pick<FlowNode, "config"> },
    page: Page,
  ): Promise<FlowItems> => {
    switch (output.kind) {
      case "documents":
        return documentItems(deps, projectId, output, page);
      case "chunks":
        return chunkItems(deps, projectId, { output, node }, page);
      case "queries":
        return pageOf(output.queries.map(queryItem), page);
      case "scores":
        return pageOf(output.scores.map(scoreItem), page);
      case "passages": {
        const all = output.lists.flatMap(({ query, passages }) =>
          passages.map((passage) => ({ query, passage, chunkIds: passage.chunkIds })),
        );
        const { shown, total, found } = await stillThere(deps.chunks, projectId, all, page);
        return { items: await passageItems(deps, projectId, shown, found, output.lists.length > 1), total };
      }
      case "answers": {
        const { shown, total, found } = await stillThere(deps.chunks, projectId, output.answers, page);
        return { items: await Promise.all(shown.map((answer) => answerItem(deps, answer, found))), total };
      }
    }
  };

const pageOf = <Item>(items: Item[], page: Page): { items: Item[]; total: number } => ({
  items: items.slice(offsetOf(page), offsetOf(page) + page.size),
  total: items.length,
});

async function documentItems(
  { sourceNames }: ItemTextsDependencies,
  projectId: ProjectId,
  { documents }: OutputOf<"documents">,
  page: Page,
): Promise<FlowItems> {
  const fileIds = documents.map(({ fileId }) => fileId);
  const names = new Map(
    (await sourceNames.byIds(projectId, fileIds)).map(({ fileId, fileName }) => [fileId, fileName]),
  );
  const items = documents.flatMap(({ fileId }): FlowItem[] => {
    const source = names.get(fileId);
    return source === undefined
      ? []
      : [{ id: fileId, content: source, metadata: { source, source_file: source, file_id: fileId } }];
  });
  return pageOf(items, page);
}

const answerItem = async (
  { elements }: ItemTextsDependencies,
  { id, question, text, model, seconds, chunkIds, citations, expected }: OutputAnswer,
  found: Map<string, StoredChunk>,
): Promise<FlowItem> => ({
  id,
  content: text,
  metadata: {
    question,
    model,
    generation_time: seconds,
    chunk_ids: chunkIds,
    sources: [...new Set(chunkIds.flatMap((chunkId) => found.get(chunkId)?.fileName ?? []))],
    ...(citations && { citations: await citationItems(elements, { citations }, found) }),
    ...(expected && { expected }),
  },
});

const queryItem = ({ id, text, expected }: OutputQuery): FlowItem => ({
  id,
  content: text,
  metadata: { ...expected },
});

const scoreItem = ({ id, question, passes, measures }: OutputOf<"scores">["scores"][number]): FlowItem => ({
  id,
  content: question,
  metadata: { question, passes: passes ?? null, ...measures },
});
