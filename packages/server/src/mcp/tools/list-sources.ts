import type { Source } from "@headwater/spec";
import { listSchemaOf } from "../output-schema.ts";
import { queryOf } from "../query-of.ts";
import { schemaParts } from "../schema-parts.ts";
import type { Tool } from "../tool.ts";
import { failedResult, textOf } from "../tool-result.ts";

const defaultPageSize = 50;

export const listSources: Tool = {
  name: "list_sources",
  title: "List the documents",
  description:
    "Lists the ingested documents with file_id, name, size, state and tags, the newest first, and how many there are.",
  inputSchema: {
    type: "object",
    properties: {
      q: { type: "string", description: "Only documents whose name contains this text." },
      tags: { ...schemaParts.tags, description: "Only documents that have at least one of these tags." },
      page: schemaParts.page,
      page_size: { ...schemaParts.page_size, default: defaultPageSize },
    },
  },
  outputSchema: listSchemaOf("listSources", "sources"),
  writes: false,
  async call(args, call, signal) {
    const query = queryOf({ page: 1, page_size: defaultPageSize, ...args }, [
      "q",
      "tags",
      "page",
      "page_size",
    ]);
    const reply = await call({ operationId: "listSources", query }, signal);
    if (reply.status !== 200) return failedResult(reply);
    // The list is an array, and structured content has to be an object.
    const sources = JSON.parse(textOf(reply)) as Source[];
    const body = { sources, total: Number(reply.headers["x-total-count"] ?? sources.length) };
    return { content: [{ type: "text", text: JSON.stringify(body) }], structuredContent: body };
  },
};
