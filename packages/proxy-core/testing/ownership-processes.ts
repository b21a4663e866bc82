import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ProcessReport, StorePlace } from "./ownership-process.ts";

const script = fileURLToPath(new URL("ownership-process.ts", import.meta.url));

/** Lets several processes use one store at the same time, for so many rounds each. */
export async function useFromProcesses(
  place: StorePlace,
  processes: number,
  rounds: number,
): Promise<ProcessReport[]> {
  const children = Array.from({ length: processes }, (_, index) => {
    const child = spawn(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        script,
        JSON.stringify(place),
        `process-${index}`,
        `${rounds}`,
      ],
      { stdio: ["pipe", "pipe", "inherit"] },
    );
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  try {
    for (const { lines } of children) await lines.next();
    for (const { child } of children) child.stdin.write("begin\n");
    return await Promise.all(
      children.map(async ({ child, lines }) => {
        const { value } = await lines.next();
        if (value === undefined) throw new Error(`A process ended without a report (${child.exitCode})`);
        return JSON.parse(value) as ProcessReport;
      }),
    );
  } finally {
    await Promise.all(
      children.map(async ({ child }) => {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill("SIGKILL");
          await once(child, "exit");
        }
      }),
    );
  }
}
