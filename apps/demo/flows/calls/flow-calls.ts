import { type FlowClient, unwrap } from "@headwater/client";
import type { Graph } from "../graph/graph.ts";
import type {
  Compared,
  CreateFlow,
  Explanation,
  FlowDetail,
  NameGraph,
  PromptList,
  RevisionList,
  RunList,
  RunTrace,
} from "./wire.ts";

/**
 * The management of flows over HTTP. The spec of these operations is on its way to the typed client; until then the
 * paths are written here, and nowhere else.
 */
type Init = {
  body?: unknown;
  headers?: Record<string, string>;
  params?: { query?: object };
  signal?: AbortSignal;
};
type Answer = Promise<{ data?: unknown; error?: unknown; response: Response }>;
type AnyPath = Record<"GET" | "PUT" | "POST" | "DELETE", (path: string, init?: Init) => Answer>;

const send = async <Data>(
  client: FlowClient,
  method: keyof AnyPath,
  path: string,
  init?: Init,
): Promise<Data> => (await unwrap((client as unknown as AnyPath)[method](path, init))) as Data;

export const createFlow = (root: FlowClient, body: CreateFlow) =>
  send<FlowDetail>(root, "POST", "/create", { body });

export const getFlow = (flow: FlowClient, signal: AbortSignal) =>
  send<FlowDetail>(flow, "GET", "/graph", { signal });

/** @param version what the change was made on. Another one at the service is answered with 412. */
export const replaceFlow = (flow: FlowClient, graph: Graph, version: number | string | undefined) =>
  send<FlowDetail>(flow, "PUT", "/graph", {
    body: { graph },
    headers: version === undefined ? {} : { "if-match": `"${version}"` },
  });

export const deleteFlow = (flow: FlowClient, confirm: string) =>
  send<{ success: boolean }>(flow, "DELETE", "/", { params: { query: { confirm } } });

export const deployFlow = (flow: FlowClient, tool_description: string | undefined) =>
  send<{ revision_id: string; warnings?: string[] }>(flow, "POST", "/deploy", {
    body: tool_description ? { tool_description } : {},
  });

export const undeployFlow = (flow: FlowClient) =>
  send<{ success: boolean }>(flow, "POST", "/undeploy", { body: {} });

export const rollBack = (flow: FlowClient, revision_id: string) =>
  send<{ revision_id: string }>(flow, "POST", "/rollback", { body: { revision_id } });

export const listRevisions = (flow: FlowClient, signal: AbortSignal) =>
  send<RevisionList>(flow, "GET", "/revisions", { signal });

export const compare = (flow: FlowClient, from: string, to: string, signal: AbortSignal) =>
  send<Compared>(flow, "GET", "/diff", { params: { query: { from, to } }, signal });

export const explain = (flow: FlowClient, query: string | undefined, signal: AbortSignal) =>
  send<Explanation>(flow, "POST", "/explain", { body: query ? { query } : {}, signal });

export const listRuns = (flow: FlowClient, page: number, signal: AbortSignal) =>
  send<RunList>(flow, "GET", "/runs", { params: { query: { page, page_size: 20 } }, signal });

export const getRun = (flow: FlowClient, runId: string, signal: AbortSignal) =>
  send<RunTrace>(flow, "GET", `/runs/${encodeURIComponent(runId)}`, { signal });

export const nameGraph = (flow: FlowClient, nodeId: string, signal: AbortSignal) =>
  send<NameGraph>(flow, "GET", `/graph-rag/${encodeURIComponent(nodeId)}/graph`, {
    params: { query: { limit: 200 } },
    signal,
  });

export const listPrompts = (root: FlowClient, signal: AbortSignal) =>
  send<PromptList>(root, "GET", "/prompts", { signal });

export const getRevision = (flow: FlowClient, revisionId: string, signal: AbortSignal) =>
  send<{ graph: Graph }>(flow, "GET", `/revisions/${encodeURIComponent(revisionId)}`, { signal });
