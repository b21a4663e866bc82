import type { Method } from "@headwater/spec";
import type { ParsedElement } from "../../element.ts";

/** Says of each element which method its page was in fact read with: `auto` chooses it for each page. */
export function notePageMethods(elements: ParsedElement[]): void {
  const withTable = new Set(
    elements.filter(({ type }) => type === "Table").map(({ pageNumber }) => pageNumber),
  );
  for (const element of elements) {
    const plain = withTable.has(element.pageNumber) ? "accurate" : "fast";
    element.metadata = { ...element.metadata, page_method: recognised(element) ?? plain };
  }
}

function recognised({ metadata }: ParsedElement): Method | null {
  if (metadata?.text_source === "vision") return "agentic";
  return metadata?.text_source === "ocr" ? "balanced" : null;
}
