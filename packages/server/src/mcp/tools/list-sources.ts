import type { Source } from "@headwater/spec";
import { maxAnswerBytes } from "../answer-size.ts";
import { queryOf } from "../query-of.ts";
import { readOn } from "../read-on.ts";
import { readPages } from "../read-pages.ts";
import { schemaParts } from "../schema-parts.ts";
import type { Tool } from "../tool.ts";
import { bodyOf, dataResult, failedResult, refused } from "../tool-result.ts";

export const listSources: Tool = {
  name: "list_sources",
  title: "List the documents",
  description:
    "Lists the ingested documents with file_id, name, size, pages, state and tags, the newest first, and how many there are. A long list comes in parts: call again with next_cursor.",
  inputSchema: {
    type: "object",
    properties: {
      q: { type: "string", description: "Only documents whose name contains this text." },
      tags: schemaParts.tags,
      cursor: schemaParts.cursor,
    },
  },
  needs: "read",
  async call({ cursor, ...args }, context) {
    const read = readPages(
      context,
      (page) => ({
        operationId: "listSources",
        query: queryOf({ ...args, ...page }, ["q", "tags", "page", "page_size"]),
      }),
      (reply) => {
        const sources = bodyOf<Source[]>(reply);
        const items = sources.map((source) => ({ id: source.file_id, text: JSON.stringify(shown(source)) }));
        return { items, total: Number(reply.headers["x-total-count"] ?? sources.length) };
      },
    );
    // The list is there twice: as data, and as text.
    const reading = await readOn(read, cursor, maxAnswerBytes / 2);
    if (typeof reading === "string") return refused(reading);
    if ("status" in reading) return failedResult(reading);
    const { parts, total, next } = reading;
    const sources = parts.map(({ item }) => JSON.parse(item.text));
    return dataResult({ sources, total, ...(next !== null && { next_cursor: next }) });
  },
};

const shown = ({
  file_id,
  file_name,
  file_type,
  file_size,
  total_pages,
  status,
  error,
  tags,
  created_at,
}: Source) => ({
  ...{ file_id, file_name, file_type, file_size, total_pages, status },
  ...(error && { error }),
  ...{ tags, created_at },
});
