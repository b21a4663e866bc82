import { readQuery as readFields } from "@headwater/spec";
import { queryFieldsOf } from "./request-fields.ts";
import type { ScopedRequest } from "./scoped-request.ts";

/** A list of ids may be empty, which means no id. */
export type QueryValues = Map<string, string[]>;

/** Reads the known fields of a query, in the same way as the service. */
export function readQuery({
  call,
  query,
  note,
}: Pick<ScopedRequest, "call" | "query" | "note">): QueryValues {
  if (query === "") return new Map();
  const sent = new URLSearchParams(query);
  const { values, notices } = readFields(queryFieldsOf(call.operation), (name) => sent.getAll(name));
  notices.forEach(note);
  return new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()]));
}

/** Writes a query from values that were checked. */
export function writeQuery(values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, texts] of values) {
    // A value of commas alone means no files. Without the field it would mean all files.
    if (texts.length === 0) query.append(name, ",");
    for (const text of texts) query.append(name, text);
  }
  return query.toString();
}
