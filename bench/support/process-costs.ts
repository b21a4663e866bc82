import { readFileSync } from "node:fs";

/** What a process has cost so far. */
export type ProcessCosts = { cpuMs: number; writtenBytes: number };

const ticksPerSecond = 100;

/** Processor time of all threads, and bytes sent to the disk. Linux only. */
export function processCosts(pid: number): ProcessCosts {
  // The name of the program, in parentheses, may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const written = /^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1];
  return {
    cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond,
    writtenBytes: Number(written),
  };
}

export const costsSince = (before: ProcessCosts, now: ProcessCosts): ProcessCosts => ({
  cpuMs: now.cpuMs - before.cpuMs,
  writtenBytes: now.writtenBytes - before.writtenBytes,
});
