import { readdirSync, readFileSync } from "node:fs";
import { residentMemory } from "./resident-memory.ts";

/** Memory in RAM of a process and of all that it has started, in bytes. On Linux only. */
export function treeMemory(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // The name of a program is in brackets and may hold anything; its parent is the second field after it.
    const fields = whileAlive(() =>
      readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" "),
    );
    if (fields) parents.set(Number(name), Number(fields[1]));
  }
  const isOurs = (pid: number): boolean =>
    pid === root || (parents.has(pid) && pid > 1 && isOurs(parents.get(pid) ?? 0));
  return [...parents.keys()]
    .filter(isOurs)
    .reduce((sum, pid) => sum + (whileAlive(() => residentMemory(pid)) ?? 0), 0);
}

/** Undefined for a process that ends while it is asked. */
function whileAlive<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
