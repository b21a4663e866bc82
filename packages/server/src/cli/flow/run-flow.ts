import type { Explanation, RunResult, SimulationResult } from "@headwater/spec";
import { connectRemote, type Remote } from "../remote.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { flowPath, sendJson } from "./flow-calls.ts";
import { itemOf, type ShownItem } from "./flow-items.ts";
import { print, printJson } from "./print.ts";
import { revisionId } from "./revisions.ts";
import { streamRun } from "./stream-run.ts";

export type RunOptions = { revision?: string; page?: number; pageSize?: number; json?: boolean };

const paging = ({ page, pageSize }: RunOptions) => ({
  ...(page === undefined ? {} : { page }),
  ...(pageSize === undefined ? {} : { page_size: pageSize }),
});

/** `headwater flow run`: answers from the deployed revision, or the one that is named. */
export async function runFlow(
  terminal: Terminal,
  name: string,
  query: string | undefined,
  options: RunOptions,
) {
  const remote = await connectRemote(terminal);
  const revision = options.revision && (await revisionId(remote, name, options.revision));
  const body = { query, ...(revision ? { revision } : {}), ...paging(options) };
  const call = { name, path: "", body };
  show(terminal, await carryOut<RunResult>(terminal, remote, call, options), options);
}

/** `headwater flow simulate`: answers from the draft. */
export async function simulateFlow(terminal: Terminal, name: string, query: string, options: RunOptions) {
  const remote = await connectRemote(terminal);
  const body = { query, ...paging(options) };
  const call = { name, path: "/simulate", body };
  show(terminal, await carryOut<SimulationResult>(terminal, remote, call, options), options);
}

/** A person who waits sees what each node does; a program gets the answer alone. */
function carryOut<Result>(
  terminal: Terminal,
  remote: Remote,
  call: { name: string; path: string; body: unknown },
  { json }: RunOptions,
): Promise<Result> {
  const { name, path, body } = call;
  if (json || !terminal.stdout.isTTY) return sendJson<Result>(remote, "POST", flowPath(name, path), body);
  return streamRun<Result>(terminal, call, ({ node_id, state, why, error }) => {
    if (state !== "running") print(terminal, [node_id, state, error ?? why ?? ""].join("  "));
  });
}

function show(terminal: Terminal, result: RunResult | SimulationResult, { json }: RunOptions): void {
  if (json) return void printJson(terminal, result);
  if (result.total === 0) return void print(terminal, "Nothing was found.");
  const first = (result.page - 1) * result.page_size + 1;
  const blocks = result.items.map((item, index) => blockOf(first + index, itemOf(item)));
  print(terminal, blocks.join("\n\n"));
  if (result.total_pages > 1)
    print(
      terminal,
      `\nPage ${result.page} of ${result.total_pages}, ${result.total} in all. More with: --page ${result.page + 1}`,
    );
}

const blockOf = (number: number, { content, source, page, score }: ShownItem): string => {
  const place = [
    source,
    page === null ? null : `page ${page}`,
    score === null ? null : `score ${score.toFixed(2)}`,
  ];
  return `${number}. ${place.filter((part) => part !== null).join(", ")}\n${content.replace(/^/gm, "   ")}`;
};

/** `headwater flow explain`: what the next simulation would run, why, and what that costs. Runs nothing. */
export async function explainFlow(
  terminal: Terminal,
  name: string,
  query: string | undefined,
  { json }: { json?: boolean },
): Promise<void> {
  const remote = await connectRemote(terminal);
  const body = query === undefined ? {} : { query };
  const explanation = await sendJson<Explanation>(remote, "POST", flowPath(name, "/explain"), body);
  if (json) return void printJson(terminal, explanation);
  const costs = ({ files, chunks, model_calls, tokens }: Explanation["cost"]) =>
    [files, chunks, model_calls, tokens].map(String);
  const rows = explanation.nodes.map(({ node_id, runs, why, cost }) => [
    ...[node_id, runs ? "runs" : "kept", why, ...costs(cost)],
  ]);
  const header = ["NODE", "NEXT", "WHY", "FILES", "CHUNKS", "MODEL CALLS", "TOKENS"];
  print(terminal, table(header, [...rows, ["in all", "", "", ...costs(explanation.cost)]]));
}
