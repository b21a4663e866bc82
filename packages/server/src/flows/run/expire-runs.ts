import type { Clock } from "../../kernel/clock.ts";
import type { FlowStore } from "../flow/flow-store.ts";

/** How long runs are kept, and how large all of them together may become. */
const runDays = 7;
const maxRunBytes = 1024 ** 3;

const dayMs = 86_400_000;

/** Removes the runs whose time is over, and the oldest beyond what is kept. Returns how many. */
export const expireRuns = ({
  flows,
  clock,
}: {
  flows: Pick<FlowStore, "expireRuns">;
  clock: Clock;
}): Promise<number> => flows.expireRuns(new Date(clock.now().getTime() - runDays * dayMs), maxRunBytes);
