import { inlineMarkdown } from "../safe-markdown.ts";
import { schemaParts } from "../schema-parts.ts";
import { type ElementPiece, readElements, showElements, type TableForm } from "../show-document.ts";
import type { Tool } from "../tool.ts";
import { listResult, refused, type ShownList } from "../tool-result.ts";

const tableForms: readonly TableForm[] = ["markdown", "html"];

export const getElements: Tool = {
  name: "get_elements",
  title: "Read a document",
  description:
    "Reads the text of one document in its order, as Markdown with a line [page N] where a page begins. A long document comes in parts: call again with the cursor at the end. Pictures are shown by show_page.",
  inputSchema: {
    type: "object",
    required: ["file_id"],
    properties: {
      file_id: schemaParts.file_id,
      page_numbers: {
        type: "array",
        items: { type: "integer", minimum: 1 },
        description: "Only these pages of the document.",
      },
      type: { type: "string", description: "Only elements of this type, such as Table." },
      tables: {
        type: "string",
        enum: [...tableForms],
        default: "markdown",
        description: "Form of tables. html keeps merged cells.",
      },
      cursor: schemaParts.cursor,
    },
  },
  needs: "read",
  async call({ cursor, tables = "markdown", ...args }, context) {
    if (!isTableForm(tables)) return refused(`Invalid input: tables must be one of ${tableForms.join(", ")}`);
    const none = "No elements of this document match.";
    return listResult(readElements(args, context, tables), { cursor, none, show });
  },
};

const isTableForm = (value: unknown): value is TableForm => tableForms.some((form) => form === value);

function show(list: ShownList<ElementPiece>): string {
  const { parts, first, total } = list;
  const name = inlineMarkdown(parts[0]?.item.fileName ?? "");
  return `${name}, elements ${first + 1} to ${first + parts.length} of ${total}\n\n${showElements(list)}`;
}
