import type { Deployment, RevisionList, Undeployment } from "@headwater/spec";
import { OperatorError } from "../../kernel/operator-error.ts";
import { shellWord } from "../../kernel/shell-word.ts";
import { connectRemote, type Remote } from "../remote.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { flowPath, sendJson } from "./flow-calls.ts";
import { print, printJson } from "./print.ts";

/** `headwater flow deploy` */
export async function deployFlow(
  terminal: Terminal,
  name: string,
  { description }: { description?: string },
) {
  const remote = await connectRemote(terminal);
  const body = description === undefined ? {} : { tool_description: description };
  announce(terminal, await sendJson<Deployment>(remote, "POST", flowPath(name, "/deploy"), body));
}

/** `headwater flow undeploy` */
export async function undeployFlow(terminal: Terminal, name: string): Promise<void> {
  const { message } = await sendJson<Undeployment>(
    await connectRemote(terminal),
    "POST",
    flowPath(name, "/undeploy"),
    {},
  );
  print(terminal, message);
}

/** `headwater flow rollback` */
export async function rollbackFlow(terminal: Terminal, name: string, revision: string): Promise<void> {
  const remote = await connectRemote(terminal);
  const body = { revision_id: await revisionId(remote, name, revision) };
  announce(terminal, await sendJson<Deployment>(remote, "POST", flowPath(name, "/rollback"), body));
}

/** `headwater flow revisions` */
export async function listRevisions(
  terminal: Terminal,
  name: string,
  { json }: { json?: boolean },
): Promise<void> {
  const list = await (await connectRemote(terminal))<RevisionList>(flowPath(name, "/revisions"));
  if (json) return void printJson(terminal, list);
  if (list.total === 0)
    return print(
      terminal,
      `'${name}' was never deployed. Deploy it with: headwater flow deploy ${shellWord(name)}`,
    );
  const rows = list.revisions.map(({ number, revision_id, created_at, deployed, tool_description }) => [
    ...[String(number), deployed ? "answers" : "", created_at, revision_id, tool_description ?? ""],
  ]);
  print(terminal, table(["NUMBER", "STATE", "CREATED", "ID", "DESCRIPTION"], rows));
}

/** A revision as the service names it. A person may type its number instead, or `draft`. */
export async function revisionId(remote: Remote, name: string, given: string): Promise<string> {
  if (!/^\d+$/.test(given)) return given;
  const { revisions } = await remote<RevisionList>(flowPath(name, "/revisions"));
  const found = revisions.find(({ number }) => number === Number(given));
  if (found) return found.revision_id;
  throw new OperatorError(
    `'${name}' has no revision ${given}. List them with: headwater flow revisions ${shellWord(name)}`,
  );
}

function announce(terminal: Terminal, { message, revision_id, warnings }: Deployment): void {
  print(terminal, `${message}, revision ${revision_id}`);
  for (const warning of warnings ?? []) print(terminal, `  Warning: ${warning}`);
}
