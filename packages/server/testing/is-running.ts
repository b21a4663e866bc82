import { readdirSync, readFileSync } from "node:fs";

/** Whether a program with this text in its command line runs. In a sandbox a program does not know its own number. */
export const isRunning = (text: string): boolean =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
      } catch {
        return false; // it has just ended
      }
    });
