import type { Build } from "@headwater/spec";
import { jsonAnswer } from "../errors.ts";
import { readQuery, writeQuery } from "./read-query.ts";
import type { ScopeRule } from "./scoped-request.ts";
import { withoutHiddenOriginal } from "./without-hidden-original.ts";

/** What an id without a history answers (contract, GET /builds/{build_id}). */
const unknownBuild = (buildId: string): Build => ({
  build_id: buildId,
  status: "not_found",
  success: false,
  file_id: null,
  file_name: null,
  error: null,
  method: null,
  total_partitions: null,
  total_pages: null,
  created_at: null,
  updated_at: null,
  message: `No history found for build '${buildId}'`,
  elements: null,
  total_elements: null,
  page: null,
  page_size: null,
  total_pages_elements: null,
});

/** Shows the builds that the caller started, of files that the caller may still see. Any other build is unknown. */
export const followBuild: ScopeRule = async (request) => {
  const { store, scope, files, ingestions } = request;
  const { caller } = scope;
  const { build_id: buildId = "" } = request.call.params;
  if ((await store.ownerOf("build", buildId)) !== caller)
    return { kind: "answer", answer: jsonAnswer(200, unknownBuild(buildId)) };
  return {
    kind: "forward",
    query: writeQuery(readQuery(request)),
    body: { kind: "none" },
    async onAnswer(value) {
      if ((await store.ownerOf("ingestion", buildId)) === caller)
        await ingestions.observe(buildId, caller, value);
      const { file_id: fileId } = (value ?? {}) as Partial<Build>;
      if (fileId != null && !(await files.cover([fileId]))) return unknownBuild(buildId);
      return withoutHiddenOriginal(value, (original) => files.cover([original]));
    },
  };
};
