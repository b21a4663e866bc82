import { createAsk } from "./answering/ask.ts";
import type { PageImages } from "./answering/citation-images.ts";
import type { ConversationStore } from "./answering/conversation-store.ts";
import { createFindNamedSources } from "./answering/named-sources.ts";
import type { ChunkStore } from "./chunks/chunk-store.ts";
import type { ComposedModels } from "./compose-models.ts";
import type { ElementStore } from "./elements/element-store.ts";
import { createExtract } from "./extraction/extract.ts";
import type { Rooms } from "./http/rooms.ts";
import type { Clock } from "./kernel/clock.ts";
import type { ChunkIndex } from "./retrieval/chunk-index.ts";
import { createLexicalCandidates } from "./retrieval/lexical-candidates.ts";
import { createRetrieve } from "./retrieval/retrieve.ts";
import type { SourceNames } from "./sources/source-names.ts";
import type { SourceStore } from "./sources/source-store.ts";

export type QuestionDependencies = {
  sources: Pick<SourceStore, "find">;
  sourceNames: SourceNames;
  elements: ElementStore;
  chunks: ChunkStore;
  conversations: ConversationStore;
  index: Pick<ChunkIndex, "search">;
  models: ComposedModels;
  pageImages: PageImages;
  clock: Clock;
};

/**
 * What answers from documents: retrieving, asking, extracting. It is made of ports alone, so that a thread with stores
 * over a connection of its own composes the same as the main thread.
 */
export function composeQuestions(deps: QuestionDependencies): Pick<Rooms, "retrieve" | "ask" | "extract"> {
  const { models, ...ports } = deps;
  const retrieve = createRetrieve({ candidates: createLexicalCandidates(ports.index), ...ports });
  const findNamedSources = createFindNamedSources(ports.sourceNames);
  return {
    retrieve,
    ask: createAsk({ ...ports, ...models, retrieve, findNamedSources }),
    extract: createExtract({ ...ports, ...models }),
  };
}
