import { existsSync } from "node:fs";
import type { FlowDiff } from "@headwater/spec";
import { diffText } from "../../flows/graph/diff-graphs.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { shellWord } from "../../kernel/shell-word.ts";
import { exitingWith2 } from "../exiting-with-2.ts";
import { connectRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { flowPath } from "./flow-calls.ts";
import { readFlow } from "./flow-source.ts";
import { print, printJson } from "./print.ts";
import { compareFile } from "./push-flow.ts";
import { revisionId } from "./revisions.ts";

export type DiffOptions = { from?: string; to?: string; json?: boolean };

/**
 * `headwater flow diff`: what a file would change in the draft, or, for the name of a flow, what is different between two of its
 * versions. Exits with 1 when anything is, and with 2 when they could not be compared.
 */
export async function compareFlow(terminal: Terminal, target: string, options: DiffOptions): Promise<void> {
  const isFile = existsSync(target) || /[./]/.test(target);
  const { changes, text } = await exitingWith2(
    isFile ? diffOfFile(terminal, target) : diffOfVersions(terminal, target, options),
  );
  if (options.json) printJson(terminal, changes);
  else if (changes.length === 0) print(terminal, "No difference.");
  else print(terminal, text.replace(/\n$/, ""));
  if (changes.length > 0) process.exitCode = 1;
}

async function diffOfFile(terminal: Terminal, path: string): Promise<Pick<FlowDiff, "changes" | "text">> {
  const flow = await readFlow(path);
  const { now, changes } = await compareFile(await connectRemote(terminal), flow);
  if (!now)
    throw new OperatorError(
      `There is no flow '${flow.name}' yet. Make it with: headwater flow push ${shellWord(path)}`,
    );
  return { changes, text: diffText(changes) };
}

async function diffOfVersions(
  terminal: Terminal,
  name: string,
  { from, to }: DiffOptions,
): Promise<FlowDiff> {
  const remote = await connectRemote(terminal);
  const query = new URLSearchParams();
  if (from !== undefined) query.set("from", await revisionId(remote, name, from));
  if (to !== undefined) query.set("to", await revisionId(remote, name, to));
  return remote<FlowDiff>(flowPath(name, `/diff?${query}`));
}
