import { readTags } from "../sources/read-tags.ts";
import type { FileSelection } from "../sources/resolve-files.ts";

/** The files that the body of a question, an extraction or a retrieval selects. */
export const selectedFiles = (body: {
  file_ids?: string[];
  file_names?: string[];
  tags?: string[];
}): FileSelection => ({
  fileIds: body.file_ids,
  fileNames: body.file_names,
  tags: body.tags && readTags(body.tags),
});
