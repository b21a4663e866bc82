import type { FlowNodeProgress, RunResult } from "@headwater/spec";

/** One event of a flow's run. `result` is the last event and comes once. */
export type RunEvent =
  /** What a node does now. */
  | { type: "node"; node: FlowNodeProgress }
  /** The same value that `flow.POST("/")` returns. */
  | { type: "result"; result: RunResult };

/** Where the stream of a run stands, so that it can be resumed there. It is plain JSON. */
export type RunPlace = {
  /** The id of the run at the service. */
  runId: string;
  /** The last event that was received. Undefined: from the beginning. */
  lastEventId: string | undefined;
};
