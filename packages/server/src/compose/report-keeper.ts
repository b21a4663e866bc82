import type { Timer } from "../kernel/timer.ts";
import type { Closing } from "./closing.ts";
import type { Processes } from "./processes.ts";

/** A restarted thread gets the message again after this many ms. */
const reportAgainMs = 10_000;

/** Says to a thread, now and with each change, whether this process does what one does for all. */
export function reportKeeper(
  keeper: Processes["keeper"],
  thread: { keep(isKeeper: boolean): Promise<void> },
  { timer, closing }: { timer: Timer; closing: Closing },
): void {
  if (!keeper) return;
  // A thread that gets no message ends, and reports that itself.
  const report = () => void thread.keep(keeper.isKeeper()).catch(() => {});
  keeper.onChange(report);
  closing.push(timer.every(reportAgainMs, report));
}
