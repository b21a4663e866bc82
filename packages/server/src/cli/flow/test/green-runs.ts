import { readFile, rename, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { OperatorError } from "../../../kernel/operator-error.ts";
import type { ShownItem } from "../flow-items.ts";

export type GreenRun = {
  /** What the flow answered when the case passed last. */
  items: ShownItem[];
  /** Accepted items of the nodes under `golden`. */
  nodes: Record<string, ShownItem[]>;
};

export type GreenRuns = Map<string, GreenRun>;

/** The file beside the test file that keeps the last green run of each case: `support.test.yaml` → `support.test.green.json`. */
export const greenPath = (testFile: string): string =>
  `${testFile.slice(0, testFile.length - extname(testFile).length)}.green.json`;

/** Empty when no case has passed yet. */
export async function readGreenRuns(path: string): Promise<GreenRuns> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return '{"cases":{}}';
    throw new OperatorError(`${path} can't be read: ${error.message}`, { cause: error, exitCode: 2 });
  });
  try {
    const { cases } = JSON.parse(text) as { cases: Record<string, GreenRun> };
    return new Map(Object.entries(cases));
  } catch (cause) {
    throw new OperatorError(`${path} is damaged. Delete it: the next green run writes it anew.`, {
      cause,
      exitCode: 2,
    });
  }
}

/** Replaces the file whole, in the order of the names, so that a change is a small diff. */
export async function writeGreenRuns(path: string, runs: GreenRuns): Promise<void> {
  const cases = Object.fromEntries([...runs].sort(([one], [other]) => (one < other ? -1 : 1)));
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify({ cases }, null, 2)}\n`);
  await rename(temporary, path);
}
