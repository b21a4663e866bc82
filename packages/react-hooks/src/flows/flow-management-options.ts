import { type FlowClient, unwrap } from "@headwater/client";
import { queryOptions, skipToken } from "@tanstack/react-query";
import { documentsKeys, type FlowVersions, type ListPage } from "../query-keys.ts";

/** A flow with its draft, and the result of the latest simulation at each node. */
export const flowOptions = (flow: FlowClient) =>
  queryOptions({
    queryKey: documentsKeys.flowDetail(flow),
    queryFn: ({ signal }) => unwrap(flow.GET("/graph", { signal })),
    retry: false,
  });

/** The revisions of a flow, the newest first. */
export const revisionsOptions = (flow: FlowClient) =>
  queryOptions({
    queryKey: documentsKeys.revisions(flow),
    queryFn: ({ signal }) => unwrap(flow.GET("/revisions", { signal })),
    retry: false,
  });

/** A revision with the graph that it froze. It never changes. Without an id the query waits. */
export const revisionOptions = (flow: FlowClient, revisionId: string | undefined) =>
  queryOptions({
    queryKey: documentsKeys.revision(flow, revisionId),
    queryFn:
      revisionId === undefined
        ? skipToken
        : ({ signal }) =>
            unwrap(
              flow.GET("/revisions/{revision_id}", { params: { path: { revision_id: revisionId } }, signal }),
            ),
    retry: false,
  });

/** What is different between two versions of a flow: revisions, or `draft`. */
export const flowDiffOptions = (flow: FlowClient, versions: FlowVersions = {}) =>
  queryOptions({
    queryKey: documentsKeys.flowDiff(flow, versions),
    queryFn: ({ signal }) => unwrap(flow.GET("/diff", { params: { query: sentVersions(versions) }, signal })),
    retry: false,
  });

const sentVersions = ({ from, to }: FlowVersions) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

/** What the next simulation runs, why, and what that costs. Without a query: for that of the latest simulation. */
export const explainFlowOptions = (flow: FlowClient, query?: string) =>
  queryOptions({
    queryKey: documentsKeys.flowExplanation(flow, query),
    queryFn: ({ signal }) =>
      unwrap(flow.POST("/explain", { body: query === undefined ? {} : { query }, signal })),
    retry: false,
  });

/** The runs and simulations of a flow, the newest first. */
export const flowRunsOptions = (flow: FlowClient, page?: ListPage) =>
  queryOptions({
    queryKey: documentsKeys.flowRuns(flow, page),
    queryFn: ({ signal }) => {
      const query = page ? { page: page.number, page_size: page.size } : {};
      return unwrap(flow.GET("/runs", { params: { query }, signal }));
    },
    retry: false,
  });

/** What each node did in a run. Without an id the query waits. */
export const flowRunOptions = (flow: FlowClient, runId: string | undefined) =>
  queryOptions({
    queryKey: documentsKeys.flowRun(flow, runId),
    queryFn:
      runId === undefined
        ? skipToken
        : ({ signal }) => unwrap(flow.GET("/runs/{run_id}", { params: { path: { run_id: runId } }, signal })),
    retry: false,
  });

/** The entities of a graph-rag node and how they occur together. Without an id the query waits. */
export const entityGraphOptions = (flow: FlowClient, nodeId: string | undefined, limit?: number) =>
  queryOptions({
    queryKey: documentsKeys.entityGraph(flow, nodeId, limit),
    queryFn:
      nodeId === undefined
        ? skipToken
        : ({ signal }) =>
            unwrap(
              flow.GET("/graph-rag/{node_id}/graph", {
                params: { path: { node_id: nodeId }, query: limit === undefined ? {} : { limit } },
                signal,
              }),
            ),
    retry: false,
  });

/** The prompts that LLM nodes can name. @param flowsRoot `useDocuments().flowsRoot()` */
export const promptsOptions = (flowsRoot: FlowClient) =>
  queryOptions({
    queryKey: documentsKeys.prompts(flowsRoot),
    queryFn: ({ signal }) => unwrap(flowsRoot.GET("/prompts", { signal })),
    retry: false,
  });
