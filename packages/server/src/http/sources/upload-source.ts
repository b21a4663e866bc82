import type { Readable } from "node:stream";
import { defineRoute } from "../define-route.ts";
import { sourceAfterBuild } from "../deprecated-operations.ts";
import { readUpload } from "../read-upload.ts";

/** Deprecated, synchronous operation; ingest-file replaces it. */
export const uploadSource = defineRoute(
  "uploadSource",
  async ({ stream, headers, caller, signal }, rooms) => {
    const { file, method, methodSent } = await readUpload(
      headers,
      stream as Readable,
      rooms.addFile,
      "partition_method",
    );
    const added = await rooms.addFile.add(caller.projectId, { ...file, method });
    return sourceAfterBuild(rooms, caller, added, methodSent, signal);
  },
  { failure: "Failed to ingest file" },
);
