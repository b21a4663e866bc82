import type { Method } from "@headwater/spec";
import type { ParsedElement } from "../../element.ts";

/** Says of each element which method its page was in fact read with: `auto` chooses it for each page. */
export function notePageMethods(elements: ParsedElement[]): void {
  for (const element of elements) {
    element.metadata = { ...element.metadata, page_method: methodOf(element) };
  }
}

function methodOf({ metadata }: ParsedElement): Method {
  if (metadata?.text_source === "vision") return "agentic";
  return metadata?.text_source === "ocr" ? "balanced" : "fast";
}
