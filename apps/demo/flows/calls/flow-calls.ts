import { type FlowClient, unwrap } from "@headwater/client";
import type { NewFlow, NewFlowGraph, FlowDetail as SentFlow } from "@headwater/spec";
import type { Graph } from "../graph/graph.ts";
import type { FlowDetail } from "./flow-detail.ts";

/** The management of flows, as far as no hook covers it. */

/** Nodes of all types are read alike here; the spec has a type for each. */
const read = (flow: SentFlow): FlowDetail => ({ ...flow, graph: flow.graph as unknown as Graph });

const inFlow = <Path extends object>(path: Path) => ({ path });

export const createFlow = async (root: FlowClient, body: NewFlow) =>
  read(await unwrap(root.POST("/create", { body })));

export const getFlow = async (flow: FlowClient, signal: AbortSignal) =>
  read(await unwrap(flow.GET("/graph", { signal })));

/** @param version what the change was made on. Another one at the service is answered with 412; undefined replaces any. */
export const replaceFlow = async (flow: FlowClient, graph: Graph, version: number | undefined) =>
  read(
    await unwrap(
      flow.PUT("/graph", {
        body: { graph: graph as NewFlowGraph },
        params: { header: version === undefined ? {} : { "If-Match": `"${version}"` } },
      }),
    ),
  );

export const deleteFlow = (flow: FlowClient, confirm: string) =>
  unwrap(flow.DELETE("/", { params: { query: { confirm } } }));

export const deployFlow = (flow: FlowClient, tool_description: string | undefined) =>
  unwrap(flow.POST("/deploy", { body: tool_description ? { tool_description } : {} }));

export const undeployFlow = (flow: FlowClient) => unwrap(flow.POST("/undeploy"));

export const rollBack = (flow: FlowClient, revision_id: string) =>
  unwrap(flow.POST("/rollback", { body: { revision_id } }));

export const listRevisions = (flow: FlowClient, signal: AbortSignal) =>
  unwrap(flow.GET("/revisions", { signal }));

export const getRevision = async (flow: FlowClient, revision_id: string, signal: AbortSignal) => {
  const { graph } = await unwrap(
    flow.GET("/revisions/{revision_id}", { params: inFlow({ revision_id }), signal }),
  );
  return graph as unknown as Graph;
};

export const compare = (flow: FlowClient, from: string, to: string, signal: AbortSignal) =>
  unwrap(flow.GET("/diff", { params: { query: { from, to } }, signal }));

export const explain = (flow: FlowClient, query: string | undefined, signal: AbortSignal) =>
  unwrap(flow.POST("/explain", { body: query ? { query } : {}, signal }));

export const listRuns = (flow: FlowClient, page: number, signal: AbortSignal) =>
  unwrap(flow.GET("/runs", { params: { query: { page, page_size: 20 } }, signal }));

export const getRun = (flow: FlowClient, run_id: string, signal: AbortSignal) =>
  unwrap(flow.GET("/runs/{run_id}", { params: inFlow({ run_id }), signal }));

/** The names that occur most, and their links. */
export const nameGraph = (flow: FlowClient, node_id: string, signal: AbortSignal) =>
  unwrap(
    flow.GET("/graph-rag/{node_id}/graph", { params: { path: { node_id }, query: { limit: 200 } }, signal }),
  );

export const listPrompts = (root: FlowClient, signal: AbortSignal) =>
  unwrap(root.GET("/prompts", { signal }));
