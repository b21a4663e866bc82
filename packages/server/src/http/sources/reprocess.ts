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
    const asked = readMethod(body.method);
    const { reprocess: readAgain, readFailedPages } = rooms.scheduleBuild;
    const schedule = (fileId: string) =>
      body.only_failed
        ? readFailedPages(caller.projectId, fileId, asked)
        : readAgain(caller.projectId, fileId, asked ?? "fast");
    for (const fileId of others) await schedule(fileId);
    const buildId = await schedule(newest);
    return { build_id: buildId, success: true, error: null };
  },
  { failure: "Failed to process source" },
);
