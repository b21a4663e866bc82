import { outputSchemaOf } from "../output-schema.ts";
import { queryOf } from "../query-of.ts";
import { schemaParts } from "../schema-parts.ts";
import type { Tool } from "../tool.ts";
import { resultOf } from "../tool-result.ts";

const defaultPageSize = 50;
const names = ["file_id", "page_numbers", "type", "element_ids", "page", "page_size"];

export const getElements: Tool = {
  name: "get_elements",
  title: "Read a document",
  description:
    "Reads the text of one document in its order: titles, paragraphs, lists and tables, each with its page and place. Name page_numbers to read only those pages.",
  inputSchema: {
    type: "object",
    required: ["file_id"],
    properties: {
      file_id: { type: "string", description: "The document, as list_sources names it." },
      page_numbers: {
        type: "array",
        items: { type: "integer", minimum: 1 },
        description: "Only these pages of the document.",
      },
      type: { type: "string", description: "Only elements of this type, such as Table." },
      page: schemaParts.page,
      page_size: { ...schemaParts.page_size, default: defaultPageSize },
    },
  },
  outputSchema: outputSchemaOf("getElements"),
  writes: false,
  async call(args, call, signal) {
    const query = queryOf({ page: 1, page_size: defaultPageSize, ...args }, names);
    // Pictures would fill the context of the model; there is a tool that shows a page.
    const withoutImages = { ...query, suppress_img_base64: "true" };
    return resultOf(await call({ operationId: "getElements", query: withoutImages }, signal));
  },
};
