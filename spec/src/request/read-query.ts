import { sentName, spellingNotice } from "./known-spellings.ts";

/** In a list of the kind `ids`, only commas mean no ids at all. In any other list they mean that it was not sent. */
export type QueryKind = "text" | "boolean" | "list" | "ids";

export type ReadQuery = { values: Record<string, string | string[]>; notices: string[] };

const idLists: readonly string[] = ["file_ids", "element_ids"];

export const listKind = (name: string): "list" | "ids" => (idLists.includes(name) ? "ids" : "list");

/** Reads the spellings of booleans in queries and forms. Any other text is returned unchanged. */
function readBoolean(text: string): string {
  if (/^(?:true|1|yes)$/i.test(text)) return "true";
  return /^(?:false|0|no)$/i.test(text) ? "false" : text;
}

/**
 * Reads the known fields of a query, for the service and the proxies. Lists are repeated or joined by commas. Of a single
 * value the last one counts. An empty value is absent. Numbers stay text.
 */
export function readQuery(
  fields: Iterable<readonly [string, QueryKind]>,
  /** Returns every value that was sent with a name. */
  sent: (name: string) => readonly string[],
): ReadQuery {
  const read: ReadQuery = { values: {}, notices: [] };
  for (const [field, kind] of fields) {
    const name = sentName(field, (candidate) => sent(candidate).some((text) => text.trim() !== ""));
    if (name === undefined) continue;
    const value = readValue(kind, sent(name));
    if (value === undefined) continue;
    read.values[field] = value;
    if (name !== field) read.notices.push(spellingNotice(field, name));
  }
  return read;
}

function readValue(kind: QueryKind, texts: readonly string[]): string | string[] | undefined {
  if (kind === "list" || kind === "ids") {
    const items = texts.flatMap((text) => text.split(",")).map((text) => text.trim());
    const found = items.filter((text) => text !== "");
    return found.length > 0 || kind === "ids" ? found : undefined;
  }
  const last = texts.at(-1)?.trim() ?? "";
  if (last === "") return undefined;
  return kind === "boolean" ? readBoolean(last) : last;
}
