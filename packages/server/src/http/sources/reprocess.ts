import { fileIdRequired, sourceNodeNotFound } from "../../sources/errors.ts";
import { defineRoute } from "../define-route.ts";
import { readMethod } from "../methods.ts";
import { namedFiles } from "../named-files.ts";

export const reprocess = defineRoute(
  "reprocess",
  async ({ body, caller }, rooms) => {
    const [newest, ...others] = await namedFiles(rooms, caller, body, {
      missing: fileIdRequired,
      unknown: sourceNodeNotFound,
    });
    const method = readMethod(body.method, "fast");
    const { reprocess: schedule } = rooms.scheduleBuild;
    for (const fileId of others) await schedule(caller.projectId, fileId, method);
    const buildId = await schedule(caller.projectId, newest, method);
    return { build_id: buildId, success: true, error: null };
  },
  { failure: "Failed to process source" },
);
