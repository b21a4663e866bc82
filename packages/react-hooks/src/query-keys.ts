import type { ElementFilter, FlowClient, RetrievalRequest, SourcesClient } from "@headwater/client";
import type { NodeResultsRequest } from "@headwater/spec";

type Surface = Pick<SourcesClient | FlowClient, "baseUrl">;

export type SourcesFilter = {
  /** Only these sources; an empty list means none. Default: all. */
  fileIds?: readonly string[] | undefined;
};

type RetrievalFields = Omit<RetrievalRequest, "query">;

/** What to retrieve: `query`, and where and how much. */
export type Retrieval = Pick<RetrievalRequest, "query"> & {
  [Name in keyof RetrievalFields]: RetrievalFields[Name] | undefined;
};

const keyOf = <const Rest extends readonly unknown[]>({ baseUrl }: Surface, ...rest: Rest) =>
  ["headwater", baseUrl, ...rest] as const;

/**
 * The keys of everything the hooks keep in the query cache. Each begins with the address it was loaded from, so that two
 * services, or two flows, never share an entry. Shorter keys are prefixes of longer ones: invalidate as much as needed.
 *
 * @example queryClient.invalidateQueries({ queryKey: documentsKeys.sources(client) })
 */
export const documentsKeys = {
  all: (client: Surface) => keyOf(client),
  readiness: (client: Surface) => keyOf(client, "readiness"),
  /** Without a filter: every list of sources. */
  sources: (client: Surface, filter?: SourcesFilter) =>
    filter?.fileIds ? keyOf(client, "sources", { fileIds: [...filter.fileIds] }) : keyOf(client, "sources"),
  builds: (client: Surface) => keyOf(client, "build"),
  build: (client: Surface, buildId: string | undefined) => keyOf(client, "build", buildId),
  /** Without a filter: everything of the file. */
  elements: (
    client: Surface,
    fileId: string | undefined,
    filter?: ElementFilter & { pageSize?: number | undefined },
  ) => (filter ? keyOf(client, "elements", fileId, filter) : keyOf(client, "elements", fileId)),
  screenshots: (client: Surface, fileId: string | undefined) => keyOf(client, "screenshot", fileId),
  screenshot: (client: Surface, fileId: string | undefined, page: number | undefined, maxWidth?: number) =>
    keyOf(client, "screenshot", fileId, page, maxWidth ?? null),
  retrievals: (client: Surface) => keyOf(client, "retrieval"),
  retrieval: (client: Surface, request: Retrieval | undefined) => keyOf(client, "retrieval", request),
  deletion: (client: Surface) => keyOf(client, "delete"),
  /** The list of flows; takes the client of the flows' root. */
  flows: (flowsRoot: Surface) => keyOf(flowsRoot, "flows"),
  /** Everything of one flow. */
  flow: (flowClient: Surface) => keyOf(flowClient),
  datasets: (flowClient: Surface) => keyOf(flowClient, "datasets"),
  smartRag: (flowClient: Surface) => keyOf(flowClient, "smart-rag"),
  graphRag: (flowClient: Surface) => keyOf(flowClient, "graph-rag"),
  nodeResults: (flowClient: Surface, request?: NodeResultsRequest) =>
    request ? keyOf(flowClient, "node-results", request) : keyOf(flowClient, "node-results"),
};
