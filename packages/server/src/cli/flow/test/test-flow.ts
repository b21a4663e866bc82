import { writeFile } from "node:fs/promises";
import { OperatorError } from "../../../kernel/operator-error.ts";
import { exitingWith2 } from "../../exiting-with-2.ts";
import { connectRemote } from "../../remote.ts";
import { table } from "../../table.ts";
import type { Terminal } from "../../terminal.ts";
import { readText } from "../flow-source.ts";
import { print } from "../print.ts";
import { createAskFlow } from "./ask-flow.ts";
import { greenPath, readGreenRuns, writeGreenRuns } from "./green-runs.ts";
import { junitXml } from "./junit.ts";
import { readTestFile } from "./read-test-file.ts";
import { type CaseResult, runCase } from "./run-case.ts";
import { runTestSet } from "./run-test-set.ts";

export type TestOptions = { junit?: string; update?: boolean };

/**
 * `headwater flow test`: one line per case, then what is wrong with those that fail, and how they differ from their last green
 * run, which is kept beside the file. A file without cases tests the draft by the flow's own test set.
 */
export async function testFlow(terminal: Terminal, path: string, options: TestOptions): Promise<void> {
  const results = await exitingWith2(runCases(terminal, path, options));
  const failed = results.filter(({ problems }) => problems.length > 0);
  const rows = results.map(({ name, problems, seconds }) => [
    ...[problems.length === 0 ? "passes" : "FAILS", `${seconds.toFixed(2)} s`, name],
  ]);
  print(terminal, table(["RESULT", "TIME", "CASE"], rows));
  for (const { name, problems, diff } of failed) {
    print(terminal, `\n${name}\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    if (diff.length > 0)
      print(
        terminal,
        `  Against the last green run:\n${diff.map((line) => `    ${clipped(line)}`).join("\n")}`,
      );
  }
  print(terminal, `\n${results.length - failed.length} of ${results.length} pass.`);
  if (failed.length > 0) process.exitCode = 1;
}

async function runCases(terminal: Terminal, path: string, { junit, update = false }: TestOptions) {
  const { flow, on, cases } = readTestFile(await readText(path), path);
  if (cases.length === 0) {
    if (on !== "draft") throw new OperatorError(`${path} has no cases.`);
    const results = await runTestSet(await connectRemote(terminal), flow);
    if (junit !== undefined) await writeFile(junit, junitXml(`flow ${flow}`, results));
    return results;
  }
  if (on !== "draft" && cases.some(({ nodes, golden }) => nodes.size + golden.length > 0))
    throw new OperatorError(
      `${path}: outputs of nodes are those of a simulation. Say on: draft, or leave nodes and golden out.`,
    );
  const greens = await readGreenRuns(greenPath(path));
  const ask = await createAskFlow(await connectRemote(terminal), flow, on);
  const results: CaseResult[] = [];
  // One after the other: each simulation of a draft replaces what the nodes gave before.
  for (const test of cases) {
    const result = await runCase(ask, test, greens.get(test.name), update);
    if (result.green) greens.set(test.name, result.green);
    results.push(result);
  }
  const names = new Set(cases.map(({ name }) => name));
  await writeGreenRuns(greenPath(path), new Map([...greens].filter(([name]) => names.has(name))));
  if (junit !== undefined) await writeFile(junit, junitXml(`flow ${flow}`, results));
  return results;
}

const maxLength = 160;
const clipped = (line: string) => (line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line);
