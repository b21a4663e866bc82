import { fileIdRequired, sourceNodeNotFound } from "../../sources/errors.ts";
import { defineRoute } from "../define-route.ts";
import { sourceAfterBuild } from "../deprecated-operations.ts";
import { readMethod } from "../methods.ts";
import { namedFiles } from "../named-files.ts";

/** Deprecated, synchronous operation; reprocess replaces it. */
export const processSource = defineRoute(
  "processSource",
  async ({ body, caller, signal }, rooms) => {
    const [fileId, ...others] = await namedFiles(rooms, caller, body, {
      missing: fileIdRequired,
      unknown: sourceNodeNotFound,
    });
    const method = readMethod(body.partition_method) ?? "fast";
    const { reprocess } = rooms.scheduleBuild;
    for (const other of others) await reprocess(caller.projectId, other, method);
    const buildId = await reprocess(caller.projectId, fileId, method);
    return sourceAfterBuild(rooms, caller, { fileId, buildId }, body.partition_method, signal);
  },
  { failure: "Failed to process source" },
);
