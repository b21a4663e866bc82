import type { ElementFilter, FlowClient, RetrievalRequest, SourcesClient } from "@headwater/client";
import type { FlowNodeType, NodeResultsRequest } from "@headwater/spec";

type Surface = Pick<SourcesClient | FlowClient, "baseUrl">;

/** A page of a list: `number` is 1-based, `size` 1 to 100. */
export type ListPage = { number: number; size: number };

export type SourcesFilter = {
  /** Only these sources. An empty list means no sources. Default: all. */
  fileIds?: readonly string[] | undefined;
};

/** Two versions of a flow: ids of revisions, or `draft`. Default: the deployed revision and the draft. */
export type FlowVersions = { from?: string | undefined; to?: string | undefined };

type RetrievalFields = Omit<RetrievalRequest, "query">;

/** What to retrieve: `query`, the sources, and how many chunks. */
export type Retrieval = Pick<RetrievalRequest, "query"> & {
  [Name in keyof RetrievalFields]: RetrievalFields[Name] | undefined;
};

const keyOf = <const Rest extends readonly unknown[]>({ baseUrl }: Surface, ...rest: Rest) =>
  ["headwater", baseUrl, ...rest] as const;

/**
 * The query keys of all data of the hooks. Each begins with the address that the data comes from, so two services or
 * two flows never share an entry. A shorter key is a prefix of longer ones: choose how much to invalidate.
 *
 * @example queryClient.invalidateQueries({ queryKey: documentsKeys.sources(client) })
 */
export const documentsKeys = {
  all: (client: Surface) => keyOf(client),
  readiness: (client: Surface) => keyOf(client, "readiness"),
  /** Without a filter: all lists of sources. */
  sources: (client: Surface, filter?: SourcesFilter) =>
    filter?.fileIds ? keyOf(client, "sources", { fileIds: [...filter.fileIds] }) : keyOf(client, "sources"),
  builds: (client: Surface) => keyOf(client, "build"),
  build: (client: Surface, buildId: string | undefined) => keyOf(client, "build", buildId),
  /** Without a filter: all data of the file. */
  elements: (
    client: Surface,
    fileId: string | undefined,
    filter?: ElementFilter & { pageSize?: number | undefined },
  ) => (filter ? keyOf(client, "elements", fileId, filter) : keyOf(client, "elements", fileId)),
  screenshots: (client: Surface, fileId: string | undefined) => keyOf(client, "screenshot", fileId),
  screenshot: (client: Surface, fileId: string | undefined, page: number | undefined, maxWidth?: number) =>
    keyOf(client, "screenshot", fileId, page, maxWidth ?? null),
  /** Without a page: all lists of conversations. */
  conversations: (client: Surface, page?: ListPage) =>
    page
      ? keyOf(client, "conversations", { number: page.number, size: page.size })
      : keyOf(client, "conversations"),
  conversation: (client: Surface, conversationId: string | undefined) =>
    keyOf(client, "conversation", conversationId),
  retrievals: (client: Surface) => keyOf(client, "retrieval"),
  retrieval: (client: Surface, request: Retrieval | undefined) => keyOf(client, "retrieval", request),
  deletion: (client: Surface) => keyOf(client, "delete"),
  /** The list of flows. It takes the client of the flows' root. */
  flows: (flowsRoot: Surface) => keyOf(flowsRoot, "flows"),
  /** All data of one flow. */
  flow: (flowClient: Surface) => keyOf(flowClient),
  flowDetail: (flowClient: Surface) => keyOf(flowClient, "flow"),
  flowNodes: (flowClient: Surface, type: FlowNodeType) => keyOf(flowClient, "nodes", type),
  revisions: (flowClient: Surface) => keyOf(flowClient, "revisions"),
  revision: (flowClient: Surface, revisionId: string | undefined) =>
    keyOf(flowClient, "revision", revisionId),
  /** Without versions: all comparisons. */
  flowDiff: (flowClient: Surface, versions?: FlowVersions) =>
    versions
      ? keyOf(flowClient, "diff", versions.from ?? null, versions.to ?? null)
      : keyOf(flowClient, "diff"),
  flowExplanation: (flowClient: Surface, query?: string) => keyOf(flowClient, "explanation", query ?? null),
  /** Without a page: all lists of runs. */
  flowRuns: (flowClient: Surface, page?: ListPage) =>
    page ? keyOf(flowClient, "runs", { number: page.number, size: page.size }) : keyOf(flowClient, "runs"),
  flowRun: (flowClient: Surface, runId: string | undefined) => keyOf(flowClient, "run", runId),
  entityGraph: (flowClient: Surface, nodeId: string | undefined, limit?: number) =>
    keyOf(flowClient, "entity-graph", nodeId, limit ?? null),
  /** The prompts of the project. It takes the client of the flows' root. */
  prompts: (flowsRoot: Surface) => keyOf(flowsRoot, "prompts"),
  datasets: (flowClient: Surface) => keyOf(flowClient, "datasets"),
  smartRag: (flowClient: Surface) => keyOf(flowClient, "smart-rag"),
  graphRag: (flowClient: Surface) => keyOf(flowClient, "graph-rag"),
  nodeResults: (flowClient: Surface, request?: NodeResultsRequest) =>
    request ? keyOf(flowClient, "node-results", request) : keyOf(flowClient, "node-results"),
};
