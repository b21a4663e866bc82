import type { ParsedElement } from "../element.ts";
import type { TableCell } from "./table-cell.ts";

/** The content of a table cell as one cell: its blocks become lines. */
export function elementsCell(elements: readonly ParsedElement[]): TableCell {
  const parts = elements.filter(
    (element) => element.text !== "" && (element.type !== "Image" || elements.length === 1),
  );
  const [only] = parts;
  if (parts.length === 1 && only) return { text: only.text, markdown: cellMarkdown(only) };
  return {
    text: parts.map((part) => (part.type === "ListItem" ? `- ${part.text}` : part.text)).join("\n"),
    markdown: parts
      .map((part) => (part.type === "ListItem" ? (part.markdown ?? part.text).trim() : cellMarkdown(part)))
      .join("\n"),
  };
}

function cellMarkdown(part: ParsedElement): string {
  if (part.type === "Title") return `**${part.text}**`;
  if (part.type === "Table" || part.type === "CodeSnippet") return part.text.replace(/[\\`*<]/g, "\\$&");
  return (part.markdown ?? part.text).replace(/^\\([-+#>])/gm, "$1").replace(/^(\d+)\\([.)])/gm, "$1$2");
}
