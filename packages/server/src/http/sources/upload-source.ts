import { defineRoute } from "../define-route.ts";
import { sourceAfterBuild } from "../deprecated-operations.ts";
import { readUpload } from "../read-upload.ts";

/** Deprecated, synchronous operation; ingest-file replaces it. */
export const uploadSource = defineRoute(
  "uploadSource",
  async ({ caller, ...upload }, rooms) => {
    const { file, method, methodSent, tags } = await readUpload(upload, rooms.addFile, "partition_method");
    const added = await rooms.addFile.add(caller.projectId, { ...file, method, tags });
    return sourceAfterBuild(rooms, caller, added, methodSent, upload.signal);
  },
  { failure: "Failed to ingest file" },
);
