import { jsonAnswer } from "../errors.ts";
import { readQuery } from "./read-query.ts";
import type { ScopeRule } from "./scoped-request.ts";
import { queriesOf } from "./service-reader.ts";

/** The visible files, or those of them that are asked for. An empty list never goes upstream, where it would mean all. */
export const listFiles: ScopeRule = async (request) => {
  const asked = readQuery(request).get("file_ids");
  const visible = new Set(await request.files.all());
  const wanted = asked ? [...new Set(asked)].filter((id) => visible.has(id)) : [...visible];
  const [query, ...more] = queriesOf(wanted);
  if (query === undefined) return { kind: "answer", answer: jsonAnswer(200, []) };
  if (more.length > 0)
    return { kind: "answer", answer: jsonAnswer(200, await request.service.sources(wanted)) };
  return {
    kind: "forward",
    query,
    body: { kind: "none" },
    async onAnswer(value) {
      if (!Array.isArray(value)) return [];
      const named = new Set(wanted);
      const own = value.filter((source: { file_id?: string } | null) => named.has(source?.file_id ?? ""));
      return own.length === value.length ? value : own;
    },
  };
};
