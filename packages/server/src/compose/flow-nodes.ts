import type { Stores } from "../adapters/sql/create-stores.ts";
import { createSearchSets } from "../flows/chunk-sets/search.ts";
import { createEntityReader } from "../flows/entities/entity-reader.ts";
import { createGraphOfSources } from "../flows/entities/graph-of-sources.ts";
import { createEntityGraph } from "../flows/entities/graph-view.ts";
import { createItemEmbeddings } from "../flows/items/item-embeddings.ts";
import { createItemTexts } from "../flows/items/item-texts.ts";
import type { NodeKinds } from "../flows/node/node-kinds.ts";
import { createChunkingNode } from "../flows/nodes/chunking.ts";
import { createDatasetNode } from "../flows/nodes/dataset.ts";
import { createEvaluationNode } from "../flows/nodes/evaluation.ts";
import { createGraphRagNode } from "../flows/nodes/graph-rag.ts";
import { createLlmNode } from "../flows/nodes/llm.ts";
import { createQuestionNode } from "../flows/nodes/question.ts";
import { createRaptorRagNode } from "../flows/nodes/raptor-rag.ts";
import { createRerankingNode } from "../flows/nodes/reranking.ts";
import { createResponseNode } from "../flows/nodes/response.ts";
import { createRetrievalNode } from "../flows/nodes/retrieval.ts";
import { createSmartRagNode } from "../flows/nodes/smart-rag.ts";
import { createCountChunks } from "../flows/nodes/smart-rag-counts.ts";
import { createRetrieveWholeProject } from "../flows/nodes/smart-rag-whole-project.ts";
import { createTestsetNode } from "../flows/nodes/testset.ts";
import { createSummariesOfSources } from "../flows/raptor/summaries-of-sources.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Observe } from "../kernel/observe.ts";
import { embeddingName, type ModelSettings } from "../models/configured-models.ts";
import type { Embedder } from "../models/embedder.ts";
import type { CandidateSource, MeaningSource } from "../retrieval/candidate-source.ts";
import type { ChunkIndex } from "../retrieval/chunk-index.ts";
import { createRerank, type ScoreTexts } from "../retrieval/rerank.ts";
import { createRetrieve } from "../retrieval/retrieve.ts";
import type { Retrieve } from "../retrieval/retrieved-chunk.ts";
import { withTerms } from "../retrieval/search-terms.ts";
import { composeLanguageModels } from "./language-models.ts";

/** How flows search: as the rest of the service does. What needs a model is absent without it. */
export type FlowSearch = {
  byWords: CandidateSource;
  hopIndex: Pick<ChunkIndex, "searchAll">;
  byMeaning: MeaningSource | undefined;
  retrieve: Retrieve;
  scoreTexts: ScoreTexts | undefined;
  embedder: Embedder | undefined;
};

/** The code of every node, and what reads their results. */
export function composeFlowNodes(
  stores: Stores,
  search: FlowSearch,
  clock: Clock,
  { models, observe }: { models: ModelSettings; observe: Observe },
) {
  const { byWords, hopIndex, byMeaning, retrieve, scoreTexts, embedder } = search;
  const language = composeLanguageModels(models, observe);
  const { tokenBudget } = models;
  const embedding = embedder && {
    embedder,
    model: models.embedding ? embeddingName(models.embedding) : "",
    vectors: stores.vectors,
  };
  const searchSets = createSearchSets({
    ...stores,
    cutTerms: async (chunks) => withTerms(chunks).map(({ termHashes }) => termHashes),
    meaning: embedding,
  });
  const graphOf = createGraphOfSources(stores);
  const reader = language && createEntityReader(language.balanced);
  const summaries = createSummariesOfSources(stores, {
    embedder,
    ...(language && { writer: { model: language.balanced, tokensPerFile: tokenBudget } }),
  });
  /** Called some thirty times for a question, so without a model that reranks. */
  const bridging = {
    retrieve: createRetrieve({ candidates: byWords, ...stores }),
    retrieveIn: (sets: Parameters<typeof searchSets.byWords>[0]) =>
      createRetrieve({ candidates: searchSets.byWords(sets), ...stores }),
  };
  const kinds: NodeKinds = {
    dataset: createDatasetNode(stores),
    chunking: createChunkingNode({ ...stores, embedding }),
    question: createQuestionNode(),
    testset: createTestsetNode(),
    retrieval: createRetrievalNode({ ...stores, byWords, hopIndex, byMeaning, searchSets, clock }),
    "smart-rag": createSmartRagNode({
      ...stores,
      retrieve: createRetrieveWholeProject(retrieve, stores.sourceNames.count),
      searchSets,
      rerank: scoreTexts && createRerank(scoreTexts),
      countChunks: createCountChunks(stores.chunks),
    }),
    "graph-rag": createGraphRagNode({ ...stores, ...bridging, graphOf, reader }),
    "raptor-rag": createRaptorRagNode({ ...stores, ...bridging, summaries }),
    reranking: createRerankingNode({ ...stores, scoreTexts }),
    llm: createLlmNode({ ...stores, models: language, tokenBudget, clock }),
    evaluation: createEvaluationNode(stores),
    response: createResponseNode(),
  };
  return {
    kinds,
    readItems: createItemTexts({ ...stores, embeddings: embedding && createItemEmbeddings(embedding) }),
    entityGraph: createEntityGraph({ ...stores, graphOf, reader }),
  };
}
