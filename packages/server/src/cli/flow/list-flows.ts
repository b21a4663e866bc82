import type { FlowList } from "@headwater/spec";
import { connectRemote } from "../remote.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { print, printJson } from "./print.ts";

/** `headwater flow list` */
export async function listFlows(terminal: Terminal, { json }: { json?: boolean }): Promise<void> {
  const list = await (await connectRemote(terminal))<FlowList>("/flows");
  if (json) return void printJson(terminal, list);
  if (list.total === 0)
    return print(terminal, "There is no flow yet. Make one with: headwater flow push <file>");
  const rows = list.flows.map(({ name, status, url, description }) => [
    name,
    status,
    url ?? "",
    description ?? "",
  ]);
  print(terminal, table(["NAME", "STATUS", "ADDRESS", "DESCRIPTION"], rows));
  for (const { name, status_reason } of list.flows)
    if (status_reason !== undefined) print(terminal, `  ${name}: ${status_reason}`);
}
