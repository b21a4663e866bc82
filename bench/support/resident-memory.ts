import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Memory of one process that is in RAM (RSS), in bytes. */
export function residentMemory(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(status, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  if (kilobytes === undefined) throw new Error(`Process ${pid} does not show its memory`);
  return Number(kilobytes) * 1024;
}

/** Memory of a process and of all that it started, in bytes. Linux only. */
export function residentMemoryWithChildren(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const children = readdirSync(folder).flatMap((thread) => listed(join(folder, thread, "children")));
  return residentMemory(pid) + children.reduce((sum, child) => sum + residentOrGone(child), 0);
}

function listed(path: string): number[] {
  try {
    return readFileSync(path, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    // The thread has ended.
    return [];
  }
}

function residentOrGone(pid: number): number {
  try {
    return residentMemoryWithChildren(pid);
  } catch {
    return 0;
  }
}

/** The maximum resident memory during `work`, read every 20 ms. */
export async function peakDuring<T>(
  pid: number,
  work: Promise<T>,
  measure: (pid: number) => number = residentMemory,
): Promise<{ result: T; peak: number }> {
  let peak = measure(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, measure(pid));
  }, 20);
  try {
    const result = await work;
    return { result, peak: Math.max(peak, measure(pid)) };
  } finally {
    clearInterval(timer);
  }
}
