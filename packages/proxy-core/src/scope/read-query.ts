import { readQuery as readFields } from "@headwater/spec";
import { queryFieldsOf } from "./request-fields.ts";
import type { ScopedRequest } from "./scoped-request.ts";

/** A list of ids may be empty, which means none of them. */
export type QueryValues = Map<string, string[]>;

/** The known fields of a query, as the service reads them. */
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

/** A query made anew of checked values. */
export function writeQuery(values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, texts] of values) {
    // Commas alone: none. Without the field it would be all.
    if (texts.length === 0) query.append(name, ",");
    for (const text of texts) query.append(name, text);
  }
  return query.toString();
}
