import { methods } from "@headwater/spec";
import { schemaParts } from "../schema-parts.ts";
import type { Tool } from "../tool.ts";
import { dataOf, refused } from "../tool-result.ts";

const deleteSource: Tool = {
  name: "delete_source",
  title: "Delete a document for good",
  description:
    "Deletes a document with all that was drawn from it. It can't be undone: ask the user first, with the name of the document.",
  inputSchema: { type: "object", required: ["file_id"], properties: { file_id: schemaParts.file_id } },
  needs: "manage",
  destroys: true,
  call: async (body, { call, signal }) => dataOf(await call({ operationId: "deleteSource", body }, signal)),
};

const reprocessSource: Tool = {
  name: "reprocess_source",
  title: "Read a document again",
  description:
    "Reads a document again with another method. Questions are answered from the old reading until the new one is there: build_status tells.",
  inputSchema: {
    type: "object",
    required: ["file_id"],
    properties: {
      file_id: schemaParts.file_id,
      method: { type: "string", enum: [...methods], default: "fast", description: "How to read it." },
      only_failed: { type: "boolean", default: false, description: "Only the pages that could not be read." },
    },
  },
  needs: "manage",
  call: async (body, { call, signal }) => dataOf(await call({ operationId: "reprocess", body }, signal)),
};

const tagSource: Tool = {
  name: "tag_source",
  title: "Change the tags of a document",
  description: "Gives a document these tags instead of those that it has.",
  inputSchema: {
    type: "object",
    required: ["file_id"],
    properties: {
      file_id: schemaParts.file_id,
      tags: { ...schemaParts.tags, description: "All tags that it has from now on." },
      remove_all: { type: "boolean", default: false, description: "Leaves it without tags." },
    },
  },
  needs: "manage",
  async call({ file_id, tags, remove_all = false }, { call, signal }) {
    // Empty lists are absent in every tool. So removing all tags is a wish of its own.
    if ((tags === undefined) !== (remove_all === true))
      return refused("Invalid input: name either tags or remove_all");
    const params = { file_id: String(file_id ?? "") };
    return dataOf(await call({ operationId: "updateSource", params, body: { tags: tags ?? [] } }, signal));
  },
};

/** What changes documents that are there already. */
export const manageSources: readonly Tool[] = [deleteSource, reprocessSource, tagSource];
