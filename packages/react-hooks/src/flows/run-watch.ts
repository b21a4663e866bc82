import type { FlowNodeProgress, RunEvent, RunPlace } from "@headwater/client";
import type { RunResult } from "@headwater/spec";
import type { MutationHookOptions } from "../query/mutation-hook-options.ts";

/** What is called while a run goes on. */
export type RunWatch = {
  /** Called with what a node does. */
  onNode?: ((node: FlowNodeProgress) => void) | undefined;
  /** Called after each event. Keep the place, and `useResumeRun` goes on there after a reload. */
  onPlace?: ((place: RunPlace) => void) | undefined;
};

/** The options of a hook that watches a run: those of a mutation, and the callbacks. */
export type WatchedRunOptions<Variables> = MutationHookOptions<RunResult, Variables> & RunWatch;

/** Reads a run to its result. */
export async function runResultOf(
  events: AsyncGenerator<RunEvent, void, void>,
  onNode: RunWatch["onNode"],
): Promise<RunResult> {
  for await (const event of events) {
    if (event.type === "result") return event.result;
    onNode?.(event.node);
  }
  throw new Error("A stream of a run ends with its result or an error.");
}
