import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { Page } from "../../kernel/page.ts";
import type { FlowGraph, RevisionId } from "../flow/flow.ts";
import type { FlowRun, NodeRecord, TracedNode } from "../flow/flow-store.ts";

/** How long one that has come to its end is kept, in ms: as long as its events are. */
export const endedRunKeptMs = 10 * 60_000;

/** A run whose id its caller has, so that it goes on after a restart: what it needs to go on. */
export type AcceptedRun = Pick<FlowRun, "runId" | "flowId" | "kind" | "query" | "startedAt"> & {
  /** Of a run; null for a simulation. */
  revisionId: RevisionId | null;
  /** Of a simulation, the draft as it was; null for a run. */
  graph: FlowGraph | null;
  /** Which items its caller waits for. */
  page: Page;
};

/** A node that an accepted run is done with. */
export type RunStep = {
  trace: TracedNode;
  /** What it gave. Null where asking for it again costs next to nothing, and where it is too large to be kept twice. */
  record: NodeRecord | null;
};

export type StoredAcceptedRun = {
  run: AcceptedRun;
  /** How often it was taken up again after the service had ended. */
  resumed: number;
  /** Whether it has come to its end, and is kept only for a caller who lost the answer. */
  hasEnded: boolean;
  /** In the order in which they were done. */
  steps: RunStep[];
};

export type TakenUpRun = {
  run: AcceptedRun;
  flowName: string;
  projectId: ProjectId;
  resumed: number;
};

/** Port: the runs that go on after a restart. One ends when its trace is added, see `FlowStore.addRun`. */
export type AcceptedRuns = {
  /** It is on the disk when this returns. */
  accept(run: AcceptedRun): Promise<void>;
  /** Keeps what a node gave; it goes when one of the sources that it was drawn from goes. Nothing where the run is gone. */
  saveStep(runId: string, step: RunStep, fileIds: FileId[]): Promise<void>;
  find(runId: string): Promise<StoredAcceptedRun | null>;
  /**
   * At start: the runs that go on, each counted as taken up once more, and those that came to their end since. What came to
   * its end before is removed.
   */
  takeUp(endedSince: Date): Promise<TakenUpRun[]>;
  /** Runs that have not come to their end: under way in some process, or left by one that is gone. */
  unfinished(): Promise<string[]>;
  /** One of them that no process has any more, counted as taken up once more. Null when it has come to its end meanwhile. */
  takeUpOne(runId: string): Promise<TakenUpRun | null>;
  /** Removes a run that does not go on. False when it is gone. */
  drop(runId: string): Promise<boolean>;
};
