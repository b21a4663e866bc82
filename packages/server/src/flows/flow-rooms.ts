import type { FileId } from "../kernel/ids.ts";
import type { Page } from "../kernel/page.ts";
import type { Flow, FlowNodeType, NodeId, RevisionId } from "./flow/flow.ts";
import type { FlowRun } from "./flow/flow-store.ts";
import type {
  ExplainedNode,
  FlowItems,
  FlowProgress,
  NodeResults,
  RunCase,
  ShownNode,
  TestHistory,
} from "./flow/shown.ts";

type Running = {
  page: Page;
  signal: AbortSignal;
  /** The id of the run, where it has one already: that of its stream. */
  runId?: string | undefined;
  /** Whether its caller gets its id before it has ended: then it goes on after a restart. */
  isAccepted?: boolean | undefined;
  onProgress?: ((step: FlowProgress) => void) | undefined;
};

/** What runs flows. `flow` was found for the caller's project already. */
export type FlowRooms = {
  /** The deployed revision, or the one that is named. Throws `ServiceError` 404 and 500 in the contract's words. */
  runFlow(
    flow: Flow,
    input: { query: string | null; revisionId?: RevisionId | undefined } & Running,
  ): Promise<FlowItems & { runId: string }>;
  simulateFlow(flow: Flow, input: { query: string } & Running): Promise<FlowItems & { runId: string }>;
  /** The node and all downstream, with the query of the latest simulation. */
  simulateNode(flow: Flow, nodeId: NodeId, signal: AbortSignal): Promise<ShownNode[]>;
  /** Of a chunking, `fileId` leaves the chunks of that source. */
  nodeResults(flow: Flow, nodeId: NodeId, page: Page, fileId?: FileId): Promise<NodeResults>;
  /** All nodes of a type, or of all types, in the order of the graph. */
  listNodes(flow: Flow, type?: FlowNodeType): Promise<ShownNode[]>;
  /** Replaces the configuration. 404 and 400 in the contract's words. Downstream nodes need an update from then on. */
  updateNode(flow: Flow, type: FlowNodeType, nodeId: NodeId, config: Record<string, unknown>): Promise<void>;
  explain(flow: Flow, query: string | null, signal: AbortSignal): Promise<ExplainedNode[]>;
  /** The latest runs that tested, and the questions of the last of them. */
  tests(flow: Flow): Promise<TestHistory>;
  /** The questions of a kept run, or the one of these words, with what was found for each. */
  runCases(
    flow: Flow,
    runId: string,
    given: { page: Page; question: string | undefined },
  ): Promise<{ cases: RunCase[]; total: number }>;
  /** Runs a kept run's query again, on another revision or on the draft (null). */
  replay(flow: Flow, runId: string, revisionId: RevisionId | null, signal: AbortSignal): Promise<FlowRun>;
};
