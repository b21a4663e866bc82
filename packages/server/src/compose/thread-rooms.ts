import type { Stores } from "../adapters/sql/create-stores.ts";
import { createAsk } from "../answering/ask.ts";
import { createPageImages } from "../answering/citation-images.ts";
import { createFindNamedSources } from "../answering/named-sources.ts";
import { createOverviewSources } from "../answering/overview-sources.ts";
import { createGetBuild } from "../builds/get-build.ts";
import { createListElements } from "../elements/list-elements.ts";
import type { PageScreenshot } from "../elements/page-screenshot.ts";
import { createExtract } from "../extraction/extract.ts";
import type { Rooms } from "../http/rooms.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ModelSettings } from "../models/configured-models.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { ChunkIndex } from "../retrieval/chunk-index.ts";
import { createDenseCandidates } from "../retrieval/dense/dense-candidates.ts";
import { createHybridCandidates } from "../retrieval/hybrid-candidates.ts";
import { createLexicalCandidates } from "../retrieval/lexical-candidates.ts";
import { createRerank } from "../retrieval/rerank.ts";
import { createRetrieve } from "../retrieval/retrieve.ts";
import { createRetrieveWithMoments } from "../retrieval/retrieve-with-moments.ts";
import { createResolveFiles } from "../sources/resolve-files.ts";
import type { MeaningServices } from "./embedding.ts";
import { composeModels } from "./models.ts";

/** The rooms that stand on threads beside the one that answers HTTP: what reads much or computes. */
export const threadRoomNames = [
  "ask",
  "browseConversations",
  "findConversation",
  "retrieve",
  "extract",
  "listElements",
  "browseSources",
  "findSourcesByName",
  "resolveFiles",
  "getBuild",
] as const satisfies (keyof Rooms)[];

/** What there is once only, and so stays with the service; threads ask it for it. */
export type SharedServices = {
  search: ChunkIndex["search"];
  pageScreenshot: PageScreenshot;
  /** Writes to the service's log. */
  warn: (message: string) => Promise<void>;
} & MeaningServices;

/** A build that is asked for here has been waited for already. */
const nothingToWaitFor: BuildEvents = { announce() {}, wait: async () => {} };

export function composeThreadRooms(
  stores: Stores,
  shared: SharedServices,
  clock: Clock,
  modelSettings: ModelSettings,
): Pick<Rooms, (typeof threadRoomNames)[number]> {
  const models = composeModels(modelSettings, (message) => void shared.warn(message));
  const { searchVectors, scoreTexts } = shared;
  const byWords = createLexicalCandidates(shared);
  const retrieve = createRetrieve({
    candidates: searchVectors
      ? createHybridCandidates(byWords, createDenseCandidates(searchVectors))
      : byWords,
    rerank: scoreTexts && createRerank(scoreTexts),
    ...stores,
  });
  return {
    retrieve: createRetrieveWithMoments(retrieve, stores.elements),
    ask: createAsk({
      ...stores,
      retrieve,
      findNamedSources: createFindNamedSources(stores.sourceNames),
      overviewSources: createOverviewSources(stores.sourceNames, stores.sources),
      ...models,
      pageImages: createPageImages(shared.pageScreenshot, stores.sources),
      clock,
    }),
    browseConversations: stores.conversations.list,
    findConversation: stores.conversations.find,
    extract: createExtract({ ...stores, ...models }),
    listElements: createListElements(stores),
    browseSources: stores.sources.browse,
    findSourcesByName: stores.sources.findByName,
    resolveFiles: createResolveFiles(stores),
    getBuild: createGetBuild({ ...stores, events: nothingToWaitFor }),
  };
}
