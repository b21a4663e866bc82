import { type Chunk, limits, type RetrievalResult } from "@headwater/spec";
import { blockMarkdown, inlineMarkdown } from "../safe-markdown.ts";
import { schemaParts } from "../schema-parts.ts";
import type { Tool } from "../tool.ts";
import { bodyOf, listResult } from "../tool-result.ts";

const { min: minimum, max: maximum, default: defaultTopK } = limits.topK;

export const searchSources: Tool = {
  name: "search_sources",
  title: "Search the documents",
  description:
    "Finds the passages of the ingested documents that fit a query best, each with its file, page and score. Use it to read what the documents say; use ask_sources for a finished answer.",
  inputSchema: {
    type: "object",
    required: ["query"],
    properties: {
      query: { ...schemaParts.question, description: "What to look for." },
      top_k: { type: "integer", minimum, maximum, default: defaultTopK, description: "Passages at most." },
      file_ids: schemaParts.file_ids,
      file_names: schemaParts.file_names,
      tags: schemaParts.tags,
      cursor: schemaParts.cursor,
    },
  },
  needs: "read",
  async call({ cursor, ...body }, { call, signal }) {
    return listResult(
      async () => {
        const reply = await call({ operationId: "prebuiltRag", body }, signal);
        if (reply.status !== 200) return reply;
        const { chunks, total } = bodyOf<RetrievalResult>(reply);
        return { first: 0, items: chunks.map(pieceOf), total };
      },
      {
        cursor,
        none: noneOf(filters.filter((name) => name in body)),
        show: ({ parts, first }) =>
          parts.map(({ text }, index) => `## ${first + index + 1}. ${text}`).join("\n\n"),
      },
    );
  },
};

const filters = ["file_ids", "file_names", "tags"];

const noneOf = (given: string[]): string =>
  given.length === 0
    ? "No passage of these documents has a word of the query. list_sources shows which documents there are."
    : `No passage of the documents that ${given.join(" and ")} selected has a word of the query. list_sources shows which documents there are, and their tags; without ${given.join(" and ")} all are searched.`;

function pieceOf({ text, file_id, file_name, page_number, score, metadata }: Chunk) {
  const title = typeof metadata.title === "string" ? metadata.title : "";
  const below = title && ` › ${inlineMarkdown(title)}`;
  const place = `file_id ${file_id}, score ${Math.round(score * 1000) / 1000}`;
  return {
    id: String(metadata.chunk_id),
    text: `${inlineMarkdown(file_name)}, page ${page_number}${below}\n\n${blockMarkdown(text)}\n\n(${place})`,
  };
}
