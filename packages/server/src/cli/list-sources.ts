import type { Source } from "@headwater/spec";
import { printable } from "./printable.ts";
import { connectRemote } from "./remote.ts";
import { table } from "./table.ts";
import type { Terminal } from "./terminal.ts";

export type ListOptions = { tag?: string[]; query?: string; json?: boolean };

/** `headwater list`: a row for each source, the newest first. */
export async function listSources(terminal: Terminal, { tag, query, json }: ListOptions): Promise<void> {
  const remote = await connectRemote(terminal);
  const search = new URLSearchParams(query === undefined ? {} : { q: query });
  for (const each of tag ?? []) search.append("tags", each);
  const sources = await remote<Source[]>(search.size > 0 ? `/sources?${search}` : "/sources");
  const { stdout } = terminal;
  if (json) return void stdout.write(`${printable(JSON.stringify(sources, null, 2))}\n`);
  if (sources.length === 0)
    return void stdout.write(
      search.size > 0
        ? "No document matches.\n"
        : "There is no document yet. Add one with: headwater ingest <file>\n",
    );
  const rows = sources.map(({ file_id, status, total_pages, file_name, tags }) => [
    file_id,
    status,
    String(total_pages ?? ""),
    file_name,
    tags?.join(", ") ?? "",
  ]);
  stdout.write(`${table(["FILE", "STATE", "PAGES", "NAME", "TAGS"], rows)}\n`);
}
