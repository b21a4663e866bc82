import { filesRequired } from "../../extraction/errors.ts";
import { defineRoute } from "../define-route.ts";
import { presentEvidence } from "../present/evidence.ts";
import { presentUsage } from "../present/usage.ts";
import { selectedFiles } from "../selected-files.ts";

export const runExtraction = defineRoute(
  "runExtraction",
  async ({ body, caller, signal }, { resolveFiles, extract }) => {
    const { projectId } = caller;
    if (!body.file_ids?.length && !body.file_names?.length && !body.tags?.length) throw filesRequired();
    const fileIds = await resolveFiles(projectId, selectedFiles(body));
    const result = await extract(
      {
        projectId,
        fileIds: fileIds ?? [],
        instruction: body.user_instruction,
        outputSchema: body.output_schema,
        thinkingLevel: body.thinking_level ?? "accurate",
      },
      signal,
    );
    return {
      file_ids: result.fileIds,
      file_names: result.fileNames,
      structured_output: result.structuredOutput as Record<string, unknown>,
      raw_json: result.rawJson,
      usage: presentUsage(result.usage, result.model),
      message: result.message,
      evidence: result.evidence.map(presentEvidence),
    };
  },
  {
    elsewhere: "always",
    failure: "Failed to run extraction",
    required: {
      user_instruction: "user_instruction is required",
      output_schema: "output_schema is required",
    },
  },
);
