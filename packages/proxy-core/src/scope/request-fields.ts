import type { FlowsOperations, OperationId, QueryKind, SourcesOperations } from "@headwater/spec";

type Operations = SourcesOperations & FlowsOperations;
type BodyOf<Operation> = Operation extends { requestBody?: infer Body } ? NonNullable<Body> : never;
type JsonOf<Body> = Body extends { content: { "application/json": infer Json } } ? Json : never;
type JsonBody<Id extends OperationId> = JsonOf<BodyOf<Operations[Id]>>;
type Query<Id extends OperationId> = Operations[Id] extends { parameters: { query?: infer Values } }
  ? NonNullable<Values>
  : never;
type WithBody = { [Id in OperationId]: [JsonBody<Id>] extends [never] ? never : Id }[OperationId];
type WithQuery = { [Id in OperationId]: [Query<Id>] extends [never] ? never : Id }[OperationId];

const config = { config: true } as const;
const node = { node_id: true } as const;
const page = { query: true, page: true, page_size: true } as const;
const address = { url: true, tags: true } as const;
const video = { ...address, languages: true } as const;
const oneFile = { file_id: true, file_name: true } as const;

/**
 * All fields of JSON bodies that a scoped request may contain. This list does not compile when it and the spec differ,
 * in either direction.
 */
export const bodyFields = {
  ingestUrl: { ...address, crawlUrls: true, method: true, crawl: true, render: true },
  uploadUrlSource: { ...address, crawlUrls: true, method: true, partition_method: true },
  ingestGithub: address,
  ingestYoutube: video,
  uploadGithubSource: address,
  uploadYoutubeSource: video,
  reprocess: { ...oneFile, method: true, only_failed: true },
  processSource: { ...oneFile, partition_method: true },
  deleteSource: oneFile,
  updateSource: { tags: true },
  listSourcesByBody: {
    file_ids: true,
    page: true,
    page_size: true,
    q: true,
    sort: true,
    status: true,
    tags: true,
  },
  createWebhook: { url: true, types: true },
  replayWebhook: { after: true },
  updateRetention: { conversation_days: true, run_days: true, original_days: true },
  createToken: { name: true, read_only: true, expires_at: true },
  listElements: { ...oneFile, page: true, page_size: true, filter: true },
  askSources: {
    question: true,
    conversation_id: true,
    reset: true,
    file_ids: true,
    file_names: true,
    tags: true,
    output_schema: true,
    thinking_level: true,
    include_citation_images: true,
    include_citation_markup: true,
  },
  renameConversation: { title: true },
  prebuiltRag: { query: true, file_ids: true, file_names: true, tags: true, top_k: true },
  runExtraction: {
    file_ids: true,
    file_names: true,
    tags: true,
    user_instruction: true,
    output_schema: true,
    thinking_level: true,
  },
  runFlow: { ...page, revision: true },
  simulateFlow: page,
  getNodeResults: { node_id: true, page: true, page_size: true, file_id: true },
  simulateNode: node,
  deployFlow: { tool_description: true },
  createFlow: { name: true, description: true, template: true, files: true, graph: true },
  replaceFlow: { graph: true, description: true },
  rollbackFlow: { revision_id: true },
  explainFlow: { query: true },
  replayRun: { revision: true },
  createPrompt: { name: true, text: true },
  replacePrompt: { name: true, text: true },
  updateDataset: config,
  updateChunking: config,
  updateRetrieval: config,
  updateReranking: config,
  updateSmartRag: config,
  updateGraphRag: config,
  updateRaptorRag: config,
  updateLlm: config,
} as const satisfies { [Id in WithBody]: Record<keyof JsonBody<Id>, true> };

/** The fields of queries, and how each is read. */
export const queryFields = {
  getBuild: { suppress_elements: "boolean", suppress_img_base64: "boolean", page: "text", page_size: "text" },
  listSources: {
    file_ids: "ids",
    page: "text",
    page_size: "text",
    q: "text",
    sort: "text",
    status: "list",
    tags: "list",
  },
  listConversations: { page: "text", page_size: "text" },
  getElements: {
    file_id: "text",
    page: "text",
    page_size: "text",
    suppress_img_base64: "boolean",
    type: "text",
    page_numbers: "list",
    elementsToRemove: "list",
    element_ids: "ids",
    q: "text",
  },
  getUsage: { days: "text" },
  listEvents: { after: "text", limit: "text" },
  getPageScreenshot: { max_width: "text" },
  deleteFlow: { confirm: "text" },
  diffFlow: { from: "text", to: "text" },
  listRunCases: { question: "text", page: "text", page_size: "text" },
  listRuns: { page: "text", page_size: "text" },
  getEntityGraph: { limit: "text" },
} as const satisfies { [Id in WithQuery]: Record<keyof Query<Id>, QueryKind> };

export const bodyFieldsOf = (operation: OperationId): readonly string[] =>
  Object.keys((bodyFields as Partial<Record<OperationId, object>>)[operation] ?? {});

export const queryFieldsOf = (operation: OperationId): [string, QueryKind][] =>
  Object.entries((queryFields as Partial<Record<OperationId, Record<string, QueryKind>>>)[operation] ?? {});
