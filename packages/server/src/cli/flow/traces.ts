import type { FlowRunDetail, FlowRunPage } from "@headwater/spec";
import { connectRemote } from "../remote.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { flowPath, sendJson } from "./flow-calls.ts";
import { print, printJson } from "./print.ts";
import { revisionId } from "./revisions.ts";

type Json = { json?: boolean };

/** `headwater flow runs` */
export async function listRuns(terminal: Terminal, name: string, { json }: Json): Promise<void> {
  const runs = await (await connectRemote(terminal))<FlowRunPage>(
    flowPath(name, "/runs?page=1&page_size=20"),
  );
  if (json) return void printJson(terminal, runs);
  if (runs.total === 0) return print(terminal, `'${name}' has no runs, or they have expired.`);
  const rows = runs.runs.map(({ started_at, kind, state, elapsed_s, run_id, query }) => [
    ...[started_at, kind, state, `${elapsed_s.toFixed(2)} s`, run_id, query ?? ""],
  ]);
  print(terminal, table(["STARTED", "KIND", "STATE", "TIME", "ID", "QUERY"], rows));
}

/** `headwater flow trace`: what each node did in a run. */
export async function traceRun(
  terminal: Terminal,
  name: string,
  runId: string,
  { json }: Json,
): Promise<void> {
  const remote = await connectRemote(terminal);
  show(terminal, await remote<FlowRunDetail>(runPath(name, runId)), json);
}

/** `headwater flow replay`: a run's query again, on the same revision, another, or the draft. */
export async function replayRun(
  terminal: Terminal,
  name: string,
  runId: string,
  { revision, json }: Json & { revision?: string },
): Promise<void> {
  const remote = await connectRemote(terminal);
  const body = revision === undefined ? {} : { revision: await revisionId(remote, name, revision) };
  show(terminal, await sendJson<FlowRunDetail>(remote, "POST", `${runPath(name, runId)}/replay`, body), json);
}

const runPath = (name: string, runId: string) => flowPath(name, `/runs/${encodeURIComponent(runId)}`);

function show(terminal: Terminal, run: FlowRunDetail, json: boolean | undefined): void {
  if (json) return void printJson(terminal, run);
  const on = run.revision_id === null ? "the draft" : `revision ${run.revision_id}`;
  print(
    terminal,
    `${run.kind} ${run.run_id} on ${on}, ${run.elapsed_s.toFixed(2)} s${timesResumed(run)}: ${run.error ?? run.state}`,
  );
  const rows = run.nodes.map(({ node_id, state, why, elapsed_s, items_in, items_out, usage }) => [
    ...[node_id, state, why, `${elapsed_s.toFixed(2)} s`, String(items_in), String(items_out)],
    String((usage.tokens_in ?? 0) + (usage.tokens_out ?? 0)),
  ]);
  print(terminal, table(["NODE", "STATE", "WHY", "TIME", "IN", "OUT", "TOKENS"], rows));
}

const timesResumed = ({ resumed }: FlowRunDetail): string =>
  resumed === undefined
    ? ""
    : `, taken up again after ${resumed === 1 ? "a restart" : `${resumed} restarts`}`;
