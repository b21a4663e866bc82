import type { Stores } from "../adapters/sql/create-stores.ts";
import { createAsk } from "../answering/ask.ts";
import { createCatalogue } from "../answering/catalogue.ts";
import { createPageImages } from "../answering/citation-images.ts";
import { createFindNamedSources } from "../answering/named-sources.ts";
import { createGetBuild } from "../builds/get-build.ts";
import { createListElements } from "../elements/list-elements.ts";
import type { PageScreenshot } from "../elements/page-screenshot.ts";
import { createExtract } from "../extraction/extract.ts";
import { createFlowRooms } from "../flows/create-flow-rooms.ts";
import { createRevisionFault } from "../flows/graph/revision-fault.ts";
import { rememberQueries } from "../flows/run/remember-queries.ts";
import type { FlowAddressing } from "../http/flow-url.ts";
import type { Rooms } from "../http/rooms.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Observe } from "../kernel/observe.ts";
import type { ModelSettings } from "../models/configured-models.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { ChunkIndex } from "../retrieval/chunk-index.ts";
import { createDenseCandidates } from "../retrieval/dense/dense-candidates.ts";
import { createHybridCandidates } from "../retrieval/hybrid-candidates.ts";
import { createLexicalCandidates } from "../retrieval/lexical-candidates.ts";
import { createRerank } from "../retrieval/rerank.ts";
import { createRetrieve } from "../retrieval/retrieve.ts";
import { createRetrieveWithPlaces } from "../retrieval/retrieve-with-places.ts";
import { createResolveFiles } from "../sources/resolve-files.ts";
import type { EmbedTexts, MeaningServices } from "./embedding.ts";
import { composeFlowChecks, composeFlowManagement } from "./flow-management.ts";
import { composeFlowNodes } from "./flow-nodes.ts";
import type { JudgeService } from "./judge.ts";
import { composeModels } from "./models.ts";
import { observeAsk, observeNodes, timed } from "./observe-rooms.ts";

/** The rooms in threads beside the one that answers HTTP: what reads much or computes. */
export const threadRoomNames = [
  "ask",
  "browseConversations",
  "findConversation",
  "retrieve",
  "extract",
  "listElements",
  "browseSources",
  "stampSources",
  "findSourcesByName",
  "resolveFiles",
  "getBuild",
  "flowRooms",
  "entityGraph",
] as const satisfies (keyof Rooms)[];

/** What there is once only, and so stays with the service; threads ask it for it. */
export type SharedServices = {
  search: ChunkIndex["search"];
  searchAll: ChunkIndex["searchAll"];
  pageScreenshot: PageScreenshot;
  /** Writes to the service's log. */
  warn: (message: string) => Promise<void>;
} & MeaningServices &
  JudgeService;

/** A build that is asked for here has been waited for already. */
const nothingToWaitFor: BuildEvents = { announce() {}, wait: async () => {} };

type FlowManagement = ReturnType<typeof composeFlowManagement>;

export function composeThreadRooms(
  stores: Stores,
  shared: SharedServices,
  clock: Clock,
  {
    models: modelSettings,
    addressing,
    embeddingSpace,
    observe,
  }: {
    models: ModelSettings;
    addressing: FlowAddressing;
    embeddingSpace: string | null;
    observe: Observe;
  },
): FlowManagement & Pick<Rooms, (typeof threadRoomNames)[number]> {
  const models = composeModels(modelSettings, (message) => void shared.warn(message), observe);
  const { searchVectors, scoreTexts, embed, compareMeaning } = shared;
  const stage = <Args extends unknown[], Result>(name: string, work: (...args: Args) => Promise<Result>) =>
    timed({ work: "search", stage: name }, observe, work);
  const byWords = { search: stage("words", createLexicalCandidates(shared).search) };
  const byMeaning = searchVectors && {
    search: stage("meaning", createDenseCandidates(searchVectors).search),
  };
  const retrieve = stage(
    "whole",
    createRetrieve({
      candidates: byMeaning ? createHybridCandidates(byWords, byMeaning) : byWords,
      hopIndex: shared,
      rerank: scoreTexts && stage("reranking", createRerank(scoreTexts)),
      ...stores,
    }),
  );
  const plain =
    embed && embeddingSpace !== null
      ? {
          space: embeddingSpace,
          embed: (...[texts, purpose]: Parameters<EmbedTexts>) => embed(texts, purpose),
        }
      : undefined;
  const embedder = plain && rememberQueries(plain, observe);
  const made = composeFlowNodes(
    stores,
    { byWords, hopIndex: shared, byMeaning, retrieve, scoreTexts, embedder },
    clock,
    { models: modelSettings, observe },
  );
  const nodes = { ...made, kinds: observeNodes(made.kinds, observe) };
  const nodeVersions = Object.fromEntries(
    Object.values(nodes.kinds).map(({ type, version }) => [type, version]),
  );
  const checks = composeFlowChecks(stores, modelSettings);
  return {
    ...composeFlowManagement(stores, { clock, models: modelSettings, addressing, nodeVersions, ...nodes }),
    flowRooms: createFlowRooms({
      ...{ ...stores, ...nodes, ...checks, clock },
      revisionFault: createRevisionFault(checks.modelFault, nodeVersions),
    }),
    entityGraph: nodes.entityGraph,
    retrieve: createRetrieveWithPlaces(retrieve, stores.elements),
    ask: observeAsk(
      createAsk({
        ...stores,
        retrieve,
        findNamedSources: createFindNamedSources(stores.sourceNames),
        catalogue: createCatalogue(stores.sources),
        ...models,
        compareMeaning,
        ...(shared.askJudge && { askJudge: shared.askJudge }),
        pageImages: createPageImages(shared.pageScreenshot, stores.sources),
        clock,
      }),
      observe,
    ),
    browseConversations: stores.conversations.list,
    findConversation: stores.conversations.find,
    extract: createExtract({ ...stores, ...models, compareMeaning }),
    listElements: createListElements(stores),
    browseSources: stores.sources.browse,
    stampSources: stores.sources.stamp,
    findSourcesByName: stores.sources.findByName,
    resolveFiles: createResolveFiles(stores),
    getBuild: createGetBuild({ ...stores, events: nothingToWaitFor }),
  };
}
