import type { Element, ElementPage } from "@headwater/spec";
import { queryOf } from "./query-of.ts";
import type { Piece, ReadWindow } from "./read-on.ts";
import { readPages } from "./read-pages.ts";
import { blockMarkdown } from "./safe-markdown.ts";
import type { ToolArguments, ToolContext } from "./tool.ts";
import { bodyOf, type ShownList } from "./tool-result.ts";

export type TableForm = "markdown" | "html";
export type ElementPiece = Piece & { page: number | null; fileName: string };

/** Elements of a document as text, each in one form. */
export const readElements = (
  args: ToolArguments,
  context: Pick<ToolContext, "call" | "signal">,
  tables: TableForm = "markdown",
): ReadWindow<ElementPiece> =>
  readPages(
    context,
    (page) => ({
      operationId: "getElements",
      // A picture would fill the context of the model; there is a tool that shows a page.
      query: {
        ...queryOf({ ...args, ...page }, ["file_id", "page_numbers", "type", "page", "page_size"]),
        suppress_img_base64: "true",
      },
    }),
    (reply) => {
      const { items, total } = bodyOf<ElementPage>(reply);
      return { items: items.map((element) => pieceOf(element, tables)), total };
    },
  );

const pieceOf = (element: Element, tables: TableForm): ElementPiece => ({
  id: element.element_id ?? "",
  text: (tables === "html" ? element.html : null) ?? element.markdown ?? blockMarkdown(element.text ?? ""),
  page: element.page_number ?? null,
  fileName: element.metadata.filename ?? "",
});

/** Elements one below the other, with a line where a page begins. */
export function showElements({ parts }: Pick<ShownList<ElementPiece>, "parts">): string {
  let page: number | null = null;
  const blocks = parts.map(({ item, text }) => {
    const begins = item.page === page || item.page === null ? "" : `[page ${item.page}]\n\n`;
    page = item.page;
    return begins + text.trim();
  });
  return blocks.join("\n\n");
}
