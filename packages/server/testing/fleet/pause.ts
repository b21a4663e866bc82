import { readFile } from "node:fs/promises";
import { setTimeout as after } from "node:timers/promises";

/** Processes that a process has started; none where the system does not say. */
const childrenOf = async (pid: number): Promise<number[]> => {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return listed.trim().split(" ").filter(Boolean).map(Number);
};

const signal = (pid: number, name: "SIGSTOP" | "SIGCONT"): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
};

/**
 * Stops a process and those that it has started, and lets them go on after so many ms: connections stand and nothing is
 * answered, as with a disk that hangs or a machine that is suspended.
 */
export async function pause(pid: number, ms: number): Promise<void> {
  // First the one that would start others.
  signal(pid, "SIGSTOP");
  const all = [pid, ...(await childrenOf(pid))];
  for (const each of all) signal(each, "SIGSTOP");
  await after(ms);
  for (const each of all) signal(each, "SIGCONT");
}
