import type { FlowClient } from "@headwater/client";
import { requestOptions } from "../query/load-options.ts";
import { documentsKeys, type FlowVersions, type ListPage, type WhichCases } from "../query-keys.ts";

/** A flow with its draft, and the result of the latest simulation at each node. */
export const flowOptions = (flow: FlowClient) =>
  requestOptions(documentsKeys.flowDetail(flow), (signal) => flow.GET("/graph", { signal }));

/** The revisions of a flow, the newest first. */
export const revisionsOptions = (flow: FlowClient) =>
  requestOptions(documentsKeys.revisions(flow), (signal) => flow.GET("/revisions", { signal }));

/** A revision with the graph that it froze. It never changes. Without an id the query waits. */
export const revisionOptions = (flow: FlowClient, revisionId: string | undefined) =>
  requestOptions(
    documentsKeys.revision(flow, revisionId),
    revisionId === undefined
      ? undefined
      : (signal) =>
          flow.GET("/revisions/{revision_id}", { params: { path: { revision_id: revisionId } }, signal }),
  );

/** What is different between two versions of a flow: revisions, or `draft`. */
export const flowDiffOptions = (flow: FlowClient, versions: FlowVersions = {}) =>
  requestOptions(documentsKeys.flowDiff(flow, versions), (signal) =>
    flow.GET("/diff", { params: { query: given(versions) }, signal }),
  );

/** What the next simulation runs, why, and what that costs. Without a query: for that of the latest simulation. */
export const explainFlowOptions = (flow: FlowClient, query?: string) =>
  requestOptions(documentsKeys.flowExplanation(flow, query), (signal) =>
    flow.POST("/explain", { body: given({ query }), signal }),
  );

/** The runs and simulations of a flow, the newest first. */
export const flowRunsOptions = (flow: FlowClient, page?: ListPage) =>
  requestOptions(documentsKeys.flowRuns(flow, page), (signal) =>
    flow.GET("/runs", { params: { query: sentPage(page) }, signal }),
  );

/** What each node did in a run. Without an id the query waits. */
export const flowRunOptions = (flow: FlowClient, runId: string | undefined) =>
  requestOptions(
    documentsKeys.flowRun(flow, runId),
    runId === undefined
      ? undefined
      : (signal) => flow.GET("/runs/{run_id}", { params: { path: { run_id: runId } }, signal }),
  );

/** How the test set of a flow fared lately. */
export const flowTestsOptions = (flow: FlowClient) =>
  requestOptions(documentsKeys.flowTests(flow), (signal) => flow.GET("/tests", { signal }));

/** The questions of a run with their passages, or the one of these words. Without an id the query waits. */
export const runCasesOptions = (flow: FlowClient, runId: string | undefined, which: WhichCases = {}) =>
  requestOptions(
    documentsKeys.runCases(flow, runId, which),
    runId === undefined
      ? undefined
      : (signal) => {
          const query = { ...given({ question: which.question }), ...sentPage(which.page) };
          return flow.GET("/runs/{run_id}/cases", { params: { path: { run_id: runId }, query }, signal });
        },
  );

/** The entities of a graph-rag node and how they occur together. Without an id the query waits. */
export const entityGraphOptions = (flow: FlowClient, nodeId: string | undefined, limit?: number) =>
  requestOptions(
    documentsKeys.entityGraph(flow, nodeId, limit),
    nodeId === undefined
      ? undefined
      : (signal) => {
          const params = { path: { node_id: nodeId }, query: given({ limit }) };
          return flow.GET("/graph-rag/{node_id}/graph", { params, signal });
        },
  );

/** The prompts that LLM nodes can name. @param flowsRoot `useDocuments().flowsRoot()` */
export const promptsOptions = (flowsRoot: FlowClient) =>
  requestOptions(documentsKeys.prompts(flowsRoot), (signal) => flowsRoot.GET("/prompts", { signal }));

/** The fields that have a value. */
const given = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

const sentPage = (page: ListPage | undefined) => (page ? { page: page.number, page_size: page.size } : {});
