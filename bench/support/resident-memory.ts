import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Memory of one process that is in RAM (RSS), in bytes. */
export function residentMemory(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(status, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  if (kilobytes === undefined) throw new Error(`Process ${pid} does not tell its memory`);
  return Number(kilobytes) * 1024;
}

/** The maximum resident memory during `work`, read every 20 ms. */
export async function peakDuring<T>(pid: number, work: Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = residentMemory(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMemory(pid));
  }, 20);
  try {
    const result = await work;
    return { result, peak: Math.max(peak, residentMemory(pid)) };
  } finally {
    clearInterval(timer);
  }
}
