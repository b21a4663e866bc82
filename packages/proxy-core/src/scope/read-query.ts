import { queryFieldsOf } from "./request-fields.ts";
import type { ScopedRequest } from "./scoped-request.ts";

export type QueryValues = Map<string, string[]>;

/**
 * The known fields of a query as the service reads them: lists repeated or comma-joined, of a single value the last; an
 * empty one is absent.
 */
export function readQuery({ call, query }: Pick<ScopedRequest, "call" | "query">): QueryValues {
  const values: QueryValues = new Map();
  if (query === "") return values;
  const sent = new URLSearchParams(query);
  for (const [name, kind] of queryFieldsOf(call.operation)) {
    const texts = sent.getAll(name);
    const found = (kind === "list" ? texts.flatMap((text) => text.split(",")) : texts.slice(-1))
      .map((text) => text.trim())
      .filter((text) => text !== "");
    if (found.length > 0) values.set(name, found);
  }
  return values;
}

/** A query made anew of checked values. */
export function writeQuery(values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, texts] of values) for (const text of texts) query.append(name, text);
  return query.toString();
}
