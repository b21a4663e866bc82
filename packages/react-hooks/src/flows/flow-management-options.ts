import { type FlowClient, unwrap } from "@headwater/client";
import { skipToken } from "@tanstack/react-query";
import { loadOptions } from "../query/load-options.ts";
import { documentsKeys, type FlowVersions, type ListPage, type WhichCases } from "../query-keys.ts";

/** A flow with its draft, and the result of the latest simulation at each node. */
export const flowOptions = (flow: FlowClient) =>
  loadOptions({
    queryKey: documentsKeys.flowDetail(flow),
    queryFn: ({ signal }) => unwrap(flow.GET("/graph", { signal })),
    retry: false,
  });

/** The revisions of a flow, the newest first. */
export const revisionsOptions = (flow: FlowClient) =>
  loadOptions({
    queryKey: documentsKeys.revisions(flow),
    queryFn: ({ signal }) => unwrap(flow.GET("/revisions", { signal })),
    retry: false,
  });

/** A revision with the graph that it froze. It never changes. Without an id the query waits. */
export const revisionOptions = (flow: FlowClient, revisionId: string | undefined) =>
  loadOptions({
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
  loadOptions({
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
  loadOptions({
    queryKey: documentsKeys.flowExplanation(flow, query),
    queryFn: ({ signal }) =>
      unwrap(flow.POST("/explain", { body: query === undefined ? {} : { query }, signal })),
    retry: false,
  });

/** The runs and simulations of a flow, the newest first. */
export const flowRunsOptions = (flow: FlowClient, page?: ListPage) =>
  loadOptions({
    queryKey: documentsKeys.flowRuns(flow, page),
    queryFn: ({ signal }) => {
      const query = page ? { page: page.number, page_size: page.size } : {};
      return unwrap(flow.GET("/runs", { params: { query }, signal }));
    },
    retry: false,
  });

/** What each node did in a run. Without an id the query waits. */
export const flowRunOptions = (flow: FlowClient, runId: string | undefined) =>
  loadOptions({
    queryKey: documentsKeys.flowRun(flow, runId),
    queryFn:
      runId === undefined
        ? skipToken
        : ({ signal }) => unwrap(flow.GET("/runs/{run_id}", { params: { path: { run_id: runId } }, signal })),
    retry: false,
  });

/** How the test set of a flow fared lately. */
export const flowTestsOptions = (flow: FlowClient) =>
  loadOptions({
    queryKey: documentsKeys.flowTests(flow),
    queryFn: ({ signal }) => unwrap(flow.GET("/tests", { signal })),
    retry: false,
  });

/** The questions of a run with their passages, or the one of these words. Without an id the query waits. */
export const runCasesOptions = (flow: FlowClient, runId: string | undefined, which: WhichCases = {}) =>
  loadOptions({
    queryKey: documentsKeys.runCases(flow, runId, which),
    queryFn:
      runId === undefined
        ? skipToken
        : ({ signal }) => {
            const { question, page } = which;
            const query = {
              ...(question === undefined ? {} : { question }),
              ...(page && { page: page.number, page_size: page.size }),
            };
            const params = { path: { run_id: runId }, query };
            return unwrap(flow.GET("/runs/{run_id}/cases", { params, signal }));
          },
    retry: false,
  });

/** The entities of a graph-rag node and how they occur together. Without an id the query waits. */
export const entityGraphOptions = (flow: FlowClient, nodeId: string | undefined, limit?: number) =>
  loadOptions({
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
  loadOptions({
    queryKey: documentsKeys.prompts(flowsRoot),
    queryFn: ({ signal }) => unwrap(flowsRoot.GET("/prompts", { signal })),
    retry: false,
  });
