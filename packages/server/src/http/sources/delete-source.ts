import { fileIdRequired, sourceNotFound } from "../../sources/errors.ts";
import { defineRoute } from "../define-route.ts";
import { namedFiles } from "../named-files.ts";

export const deleteSource = defineRoute(
  "deleteSource",
  async ({ body, caller }, rooms) => {
    const [newest, ...others] = await namedFiles(rooms, caller, body, {
      missing: fileIdRequired,
      unknown: sourceNotFound,
    });
    const source = await rooms.deleteSource(caller.projectId, newest);
    for (const fileId of others) await rooms.deleteSource(caller.projectId, fileId);
    return {
      status: "success",
      message: "Source deleted successfully",
      file_id: source.fileId,
      file_name: source.fileName,
      project_id: caller.projectId,
      project_name: caller.projectName,
    };
  },
  { failure: "Failed to delete source" },
);
