import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { Page } from "../kernel/page.ts";
import type { ChunkedFile } from "./chunked-files.ts";
import type { Flow, FlowNode, FlowNodeType, NodeId, RevisionId } from "./flow.ts";
import type { FlowRun, TestedCase } from "./flow-store.ts";
import type { NodeCost } from "./node-kind.ts";
import type { NodeOutput } from "./node-output.ts";

/** An item of a run or of a node's results, with its text. */
export type FlowItem = {
  id: string;
  content: string;
  metadata: Record<string, unknown>;
  embedding?: number[] | undefined;
  score?: number | null | undefined;
};

export type FlowItems = { items: FlowItem[]; total: number };

/** `files`: of a chunking, the sources that were cut. Absent of other nodes. */
export type NodeResults = FlowItems & { notes: string[]; files?: ChunkedFile[] };

/** What a node showed when it was listed: its configuration, and the result of its latest simulation. */
export type ShownNode = FlowNode & { result: Record<string, unknown> | undefined };

/** Reads a page of what a node gave, with the texts it refers to. What was deleted since is not there any more. */
export type ReadItems = (
  projectId: ProjectId,
  given: { output: NodeOutput; node: Pick<FlowNode, "config"> },
  page: Page,
) => Promise<FlowItems>;

export type ExplainedNode = {
  nodeId: NodeId;
  type: FlowNodeType;
  /** Whether the next simulation runs it. */
  runs: boolean;
  /** Why: "first run", "2 of 200 files changed", "overlap 0 → 50", "the query changed", "nothing changed". */
  why: string;
  cost: NodeCost;
};

/** A step of a run, as it is told while it runs. */
export type FlowProgress =
  | {
      type: "node";
      nodeId: NodeId;
      state: "waiting" | "running" | "ran" | "kept" | "failed";
      why?: string;
      error?: string;
    }
  | { type: "result"; run: FlowRun; items: FlowItems };

/** A question of a run, with the passages that are still there. */
export type RunCase = Omit<TestedCase, "passages"> & { passages: FlowItem[] };

/** A question of the latest test, beside the tests before it. */
export type CaseHistory = Omit<TestedCase, "passages" | "answer"> & {
  /** In the test before; null when it was not asked, or nothing was expected. */
  passedBefore: boolean | null;
  /** The latest run in which it passed; null when no kept one did. */
  greenRunId: string | null;
};

export type TestHistory = {
  /** The latest first, without their cases. */
  runs: FlowRun[];
  /** Those of the latest run. */
  cases: CaseHistory[];
};

type Running = {
  page: Page;
  signal: AbortSignal;
  /** The id of the run, where it has one already: that of its stream. */
  runId?: string | undefined;
  /** Whether its caller is told its id before it has ended: then it goes on after a restart. */
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
