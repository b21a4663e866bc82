import type { MoveStep } from "../compose/move/move-store.ts";

const words: Record<MoveStep, string> = {
  waiting: "Waiting for documents that are being read",
  rows: "Copying rows",
  files: "Copying files",
  "checking rows": "Comparing rows",
  "checking files": "Comparing files",
};

/** Before so much of a step is done, in ms, nothing is said of its end. */
const minSeenMs = 2_000;

/**
 * One line on a terminal that changes in place, with an estimate of when the step ends. Where the output goes elsewhere,
 * one line for each step. `now` is in ms.
 */
export function createMoveProgress(
  stdout: Pick<NodeJS.WriteStream, "write" | "isTTY">,
  now: () => number = () => performance.now(),
) {
  let begun: { step: MoveStep; total: number; from: number; at: number } | null = null;
  let shown = "";
  return {
    show(step: MoveStep, done: number, total: number): void {
      // What an interrupted move did before took no time now.
      if (begun?.step !== step || begun.total !== total) {
        begun = { step, total, from: done, at: now() };
        if (!stdout.isTTY && total > 0) stdout.write(`${words[step]}: ${total.toLocaleString("en")}\n`);
      }
      if (!stdout.isTTY) return;
      const line = `${words[step]}: ${
        step === "waiting" ? total : `${share(done, total)} %${left(begun, done, now())}`
      }`;
      if (line === shown) return;
      shown = line;
      stdout.write(`\r\u001b[K${line}`);
    },
    clear(): void {
      if (shown !== "") stdout.write("\r\u001b[K");
      shown = "";
    },
  };
}

const share = (done: number, total: number): number =>
  total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100));

function left(
  { total, from, at }: { total: number; from: number; at: number },
  done: number,
  now: number,
): string {
  const passed = now - at;
  if (passed < minSeenMs || done <= from || done >= total) return "";
  const seconds = Math.ceil(((total - done) / (done - from)) * (passed / 1_000));
  if (seconds < 90) return `, about ${seconds} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `, about ${minutes} min left` : `, about ${Math.ceil(minutes / 60)} h left`;
}
