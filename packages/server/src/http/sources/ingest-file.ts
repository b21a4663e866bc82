import { defineRoute } from "../define-route.ts";
import { readUpload } from "../read-upload.ts";

export const ingestFile = defineRoute(
  "ingestFile",
  async ({ caller, ...upload }, { addFile }) => {
    const { file, method, tags } = await readUpload(upload, addFile, "method");
    const { buildId } = await addFile.add(caller.projectId, { ...file, method, tags });
    return { build_id: buildId, success: true, error: null };
  },
  { failure: "Failed to ingest file" },
);
