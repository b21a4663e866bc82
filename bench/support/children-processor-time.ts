import { readFileSync } from "node:fs";

const msPerTick = 10;

/** Milliseconds of processor time of all ended children of this process, in steps of 10. Linux only. */
export function childrenProcessorTime(): number {
  // The name of the program, in parentheses, may hold spaces.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * msPerTick;
}
