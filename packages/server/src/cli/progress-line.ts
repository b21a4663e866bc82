import type { Progress } from "../backup/backup-ports.ts";

const words = { files: "Copying files", database: "Copying the database", checking: "Checking" };

export type ProgressLine = { show: Progress; clear(): void };

/** One line on a terminal that changes in place. Prints nothing when the output goes elsewhere. */
export function createProgressLine(stdout: NodeJS.WriteStream): ProgressLine {
  let shown = "";
  return {
    show(phase, done, total) {
      if (!stdout.isTTY) return;
      const share = total === 0 ? 100 : Math.floor((done / total) * 100);
      const line = `${words[phase]}: ${share} %`;
      if (line === shown) return;
      shown = line;
      stdout.write(`\r\u001b[K${line}`);
    },
    clear() {
      if (shown !== "") stdout.write("\r\u001b[K");
      shown = "";
    },
  };
}
