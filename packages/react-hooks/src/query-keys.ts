import type { ElementFilter, FlowClient, RetrievalRequest, SourcesClient } from "@headwater/client";
import type { FlowNodeType, NodeResultsRequest } from "@headwater/spec";
import { isPending } from "./is-pending.ts";
import { namedParts, type SourcesFilter } from "./sources/sources-filter.ts";

type Surface = Pick<SourcesClient | FlowClient, "baseUrl">;

/** A page of a list: `number` is 1-based, `size` 1 to 100. */
export type ListPage = { number: number; size: number };

/** Two versions of a flow: ids of revisions, or `draft`. Default: the deployed revision and the draft. */
export type FlowVersions = { from?: string | undefined; to?: string | undefined };

/** Of the questions of a run: the one of these words, or a page of all. */
export type WhichCases = { question?: string | undefined; page?: ListPage | undefined };

type RetrievalFields = Omit<RetrievalRequest, "query">;

/**
 * What to retrieve: `query`, the sources, and how many chunks. Without `file_ids`: from all sources. With `file_ids:
 * undefined` they are not known yet, so nothing is loaded.
 */
export type Retrieval = Pick<RetrievalRequest, "query"> & {
  [Name in keyof RetrievalFields]: RetrievalFields[Name] | undefined;
};

/** Stands for sources that are not known yet. A key with `undefined` would equal the key of all sources. */
const pending = "not known yet";

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
  sources: (client: Surface, filter: SourcesFilter = {}) => {
    const parts = namedParts(filter);
    if (isPending(filter, "fileIds")) return keyOf(client, "sources", { ...parts, fileIds: pending });
    return parts ? keyOf(client, "sources", parts) : keyOf(client, "sources");
  },
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
    keyOf(client, "screenshot", fileId, { page, maxWidth: maxWidth ?? "default" }),
  /** Without a page: all lists of conversations. */
  conversations: (client: Surface, page?: ListPage) =>
    page
      ? keyOf(client, "conversations", { number: page.number, size: page.size })
      : keyOf(client, "conversations"),
  conversation: (client: Surface, conversationId: string | undefined) =>
    keyOf(client, "conversation", conversationId),
  retrievals: (client: Surface) => keyOf(client, "retrieval"),
  retrieval: (client: Surface, request: Retrieval | undefined) =>
    keyOf(
      client,
      "retrieval",
      request && isPending(request, "file_ids") ? { ...request, file_ids: pending } : request,
    ),
  deletion: (client: Surface) => keyOf(client, "delete"),
  /** A mutation. Each has the name of its hook without `use`, such as `create-flow`. */
  mutation: (client: Surface, name: string) => keyOf(client, "mutation", name),
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
      ? keyOf(flowClient, "diff", { from: versions.from ?? "deployed", to: versions.to ?? "draft" })
      : keyOf(flowClient, "diff"),
  flowExplanation: (flowClient: Surface, query?: string) =>
    keyOf(flowClient, "explanation", { query: query ?? "latest simulation" }),
  /** Without a page: all lists of runs. */
  flowRuns: (flowClient: Surface, page?: ListPage) =>
    page ? keyOf(flowClient, "runs", { number: page.number, size: page.size }) : keyOf(flowClient, "runs"),
  flowRun: (flowClient: Surface, runId: string | undefined) => keyOf(flowClient, "run", runId),
  flowTests: (flowClient: Surface) => keyOf(flowClient, "tests"),
  runCases: (flowClient: Surface, runId: string | undefined, { question, page }: WhichCases = {}) =>
    keyOf(flowClient, "cases", runId, question ?? null, page ? [page.number, page.size] : null),
  entityGraph: (flowClient: Surface, nodeId: string | undefined, limit?: number) =>
    keyOf(flowClient, "entity-graph", nodeId, { limit: limit ?? "default" }),
  /** The prompts of the project. It takes the client of the flows' root. */
  prompts: (flowsRoot: Surface) => keyOf(flowsRoot, "prompts"),
  datasets: (flowClient: Surface) => keyOf(flowClient, "datasets"),
  smartRag: (flowClient: Surface) => keyOf(flowClient, "smart-rag"),
  graphRag: (flowClient: Surface) => keyOf(flowClient, "graph-rag"),
  nodeResults: (flowClient: Surface, request?: NodeResultsRequest) =>
    request ? keyOf(flowClient, "node-results", request) : keyOf(flowClient, "node-results"),
};
