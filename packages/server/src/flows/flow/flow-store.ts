import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { TokenUsage } from "../../models/usage.ts";
import type { Flow, FlowGraph, FlowId, ListedRevision, NodeId, Revision, RevisionId } from "./flow.ts";
import type { ExpectedAnswer, NodeOutput, OutputPassage } from "./node-output.ts";

/** `stale`: it was done, and since then its configuration changed, or that of a node before it. */
export type NodeState = "done" | "processing" | "waiting" | "failed" | "stale";

/** What the latest simulation left at a node of the draft. */
export type NodeRecord = {
  nodeId: NodeId;
  /** Names inputs, configuration and code: the same key gives the same output. */
  key: string;
  /** What the key is made of, by part, so that a later run can say what changed. */
  parts: Record<string, string>;
  state: NodeState;
  /** What it gave when it was last done; null when it never was. */
  output: NodeOutput | null;
  counts: Record<string, number | string | null>;
  notes: string[];
  /** Files of its output that were deleted since: they are in it no more. */
  deletedFiles?: number | undefined;
  /** Why it failed; null when it did not. */
  error: string | null;
  ranAt: Date;
  milliseconds: number;
  usage: TokenUsage;
};

/** A run or simulation that took place: what happened at each node, kept for a bounded time. */
export type FlowRun = {
  runId: string;
  flowId: FlowId;
  kind: "run" | "simulation";
  /** Null for a simulation of the draft. */
  revisionId: RevisionId | null;
  query: string | null;
  /** `running`: it was accepted, and has not come to its end. Only such a run is found before its end. */
  state: "done" | "failed" | "running";
  error: string | null;
  /** How often it was taken up again after the service had ended. */
  resumed?: number | undefined;
  startedAt: Date;
  milliseconds: number;
  nodes: TracedNode[];
  /** What the response gave. */
  output: NodeOutput | null;
  /** Of a simulation, the draft as it was. */
  graph?: FlowGraph | undefined;
  /** What an evaluation node said of the test set; absent where none ran. */
  tests?: TestFigures | undefined;
  /** The questions that it judged, with what came of them; absent in lists. */
  cases?: TestedCase[] | undefined;
};

export type TestFigures = {
  questions: number;
  /** Of the questions of which something is expected: how many got it, and how many there are. */
  passed: number;
  judged: number;
  /** The mean of each measure over the questions that have it. */
  measures: Record<string, number | null>;
  /** The least that was needed of a measure. */
  needed: Record<string, number>;
};

export type TestedCase = {
  id: string;
  question: string;
  expected?: ExpectedAnswer | undefined;
  passes: boolean | null;
  measures: Record<string, number | null>;
  passages: OutputPassage[];
  /** Null where no node wrote one. */
  answer: string | null;
};

export type TracedNode = {
  nodeId: NodeId;
  type: string;
  /** Whether it ran, was taken from an earlier run, or failed. */
  state: "ran" | "kept" | "failed";
  /** Why: "first run", "overlap 0 → 50", "2 of 200 files changed", "nothing changed". */
  why: string;
  milliseconds: number;
  itemsIn: number;
  itemsOut: number;
  usage: TokenUsage;
};

/** Port: flows, their drafts, revisions, node records and runs. */
export type FlowStore = {
  /**
   * Answers the version of the draft: one that no deleted flow has reached, so that a version names one draft for ever. Null when
   * the name is taken, by whatever project.
   */
  create(flow: Omit<Flow, "draftVersion">): Promise<number | null>;
  /** By its name, in any project: the caller compares the project. */
  find(name: string): Promise<Flow | null>;
  /** The project of the flow with this name, without reading the flow. */
  projectOf(name: string): Promise<ProjectId | null>;
  /** By name. */
  list(projectId: ProjectId): Promise<Flow[]>;
  /**
   * Replaces the draft; answers its new version. Null when the flow is gone or, with `ifVersion`, changed meanwhile.
   * Records of nodes that the draft no longer has are removed.
   */
  replaceDraft(
    flowId: FlowId,
    draft: { graph: FlowGraph; description?: string | null | undefined },
    ifVersion?: number,
  ): Promise<number | null>;
  /** Removes the flow with all that belongs to it. False when it is gone. */
  remove(flowId: FlowId): Promise<boolean>;

  /** Adds the next revision and makes it the one that answers. */
  deploy(revision: Omit<Revision, "number">): Promise<Revision>;
  /** Which revision answers; null: none. False when the flow does not have the revision. */
  setDeployed(flowId: FlowId, revisionId: RevisionId | null): Promise<boolean>;
  findRevision(flowId: FlowId, revisionId: RevisionId): Promise<Revision | null>;
  /** Newest first, without their graphs. */
  listRevisions(flowId: FlowId): Promise<ListedRevision[]>;

  records(flowId: FlowId): Promise<NodeRecord[]>;
  /** Replaces what there was at the node. `fileIds`: the sources that it was drawn from; what is drawn from one of them goes with it. */
  saveRecord(flowId: FlowId, record: NodeRecord, fileIds: FileId[]): Promise<void>;
  /** Changes the state alone; a node without a record gets an empty one. */
  setStates(flowId: FlowId, nodeIds: NodeId[], state: NodeState): Promise<void>;
  /** At start: nodes that ran or waited when the service ended need an update. */
  settleStates(): Promise<void>;

  /** Keeps a run; it goes when one of its sources goes. One that was accepted has come to its end by that. */
  addRun(run: FlowRun, fileIds: FileId[]): Promise<void>;
  findRun(flowId: FlowId, runId: string): Promise<FlowRun | null>;
  /** The latest run that tested, as lists show it; null when none is kept. */
  latestTest(flowId: FlowId): Promise<FlowRun | null>;
  /** The latest runs that tested, newest first, with their cases. */
  listTestedRuns(flowId: FlowId, limit: number): Promise<FlowRun[]>;
  /** Newest first, without nodes, output and cases. */
  listRuns(
    flowId: FlowId,
    page: { offset: number; limit: number },
  ): Promise<{ runs: FlowRun[]; total: number }>;
  /** Removes runs that began before, and the oldest ones beyond `maxBytes` in all. Answers how many. */
  expireRuns(before: Date, maxBytes: number): Promise<number>;
  /**
   * Removes some of the runs of a project that began before, then some of what nodes of its drafts gave before. Answers the
   * ids of the runs, and of the flows of the nodes: none of both when nothing of that age is left.
   */
  removeOldRuns(projectId: ProjectId, before: Date): Promise<{ runs: string[]; flows: FlowId[] }>;
};
