import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Linux reports process times in hundredths of a second, on every machine. */
const ticksPerSecond = 100;

/** User and system time of a process since its start, in microseconds. */
export function processTime(pid: number): number {
  const stat = `/proc/${pid}/stat`;
  if (existsSync(stat)) {
    // The name, in brackets, may contain anything.
    const fields = readFileSync(stat, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
  }
  const text = execFileSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" }).trim();
  return text.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0) * 1e6;
}
