import type { SubjectKind, Subjects } from "./audit-log.ts";

/** Fields of requests and answers that name what an operation is about. */
const kinds: Record<string, SubjectKind> = {
  file_id: "source",
  file_ids: "source",
  build_id: "build",
  flow_name: "flow",
  node_id: "node",
  revision_id: "revision",
  run_id: "run",
  prompt_id: "prompt",
  token_id: "token",
  webhook_id: "webhook",
  conversation_id: "conversation",
  answer_id: "answer",
};

/** Lists of an answer whose members name the source that they are from. */
const citingFields = ["citations", "chunks", "evidence"];

/** An id or the name of a flow. Callers may send any text as an id: nothing else gets into the log. */
const isName = (value: unknown): value is string =>
  typeof value === "string" && /^[\w.:-]{1,128}$/.test(value);

/** Ids of one kind that are recorded for one request. */
const maxIds = 100;

/** What is named at the top of these records: parameters, a body, an answer. */
export function subjectsIn(...records: unknown[]): Subjects {
  const found = new Map<SubjectKind, Set<string>>();
  const add = (kind: SubjectKind, value: unknown) => {
    for (const name of Array.isArray(value) ? value : [value]) {
      if (!isName(name)) continue;
      const names = found.get(kind) ?? new Set();
      if (names.size < maxIds) found.set(kind, names.add(name));
    }
  };
  for (const record of records) {
    if (typeof record !== "object" || record === null) continue;
    for (const [field, value] of Object.entries(record)) {
      const kind = kinds[field];
      if (kind) add(kind, value);
      if (citingFields.includes(field) && Array.isArray(value))
        for (const { file_id } of value as { file_id?: unknown }[]) add("cited", file_id);
    }
  }
  return Object.fromEntries([...found].map(([kind, names]) => [kind, [...names]]));
}
