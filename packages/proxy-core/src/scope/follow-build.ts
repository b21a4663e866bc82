import { type Build, unknownBuild } from "@headwater/spec";
import { jsonAnswer } from "../errors.ts";
import { readQuery, writeQuery } from "./read-query.ts";
import type { ScopeRule } from "./scoped-request.ts";
import { withoutHiddenOriginal } from "./without-hidden-original.ts";

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
