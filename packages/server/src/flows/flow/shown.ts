import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { Page } from "../../kernel/page.ts";
import type { FlowNode, FlowNodeType, NodeId } from "./flow.ts";
import type { FlowRun, TestedCase } from "./flow-store.ts";
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

/** A source with the number of its chunks. */
export type ChunkedFile = { fileId: FileId; fileName: string; chunks: number };

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

/** What a run of a node will cost. */
export type NodeCost = { files: number; chunks: number; modelCalls: number; tokens: number };

export type ExplainedNode = {
  nodeId: NodeId;
  type: FlowNodeType;
  /** Whether the next simulation runs it. */
  runs: boolean;
  /** Why: "first run", "2 of 200 files changed", "overlap 0 → 50", "the query changed", "nothing changed". */
  why: string;
  cost: NodeCost;
};

/** A step of a run, as it is reported while it runs. */
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
