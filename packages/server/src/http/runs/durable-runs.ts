import type { OperationId } from "@headwater/spec";

/** The operations whose streamed runs go on after a restart. */
const operations: ReadonlySet<OperationId> = new Set<OperationId>(["runFlow", "simulateFlow"]);

export const outlivesService = (operationId: OperationId): boolean => operations.has(operationId);

/** What is done with a run that does not go on after a restart after all. */
export type DurableRuns = {
  /** Says that a run is under way in this process, before it is accepted. Answers how to say that it is not any more. */
  hold(runId: string): Promise<() => void>;
  /** It was stopped, or failed: its trace says why. */
  conclude(runId: string, reason: unknown): void;
  /** It was refused before its caller knew its id. */
  drop(runId: string): void;
};
