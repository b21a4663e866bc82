import { readDocument } from "../../packages/reader/src/index.ts";
import type { Element } from "../../packages/server/src/elements/element.ts";

/** The elements of a Markdown text, as the service reads it. */
export async function readMarkdown(text: string): Promise<Element[]> {
  const elements: Element[] = [];
  const bytes = new TextEncoder().encode(text);
  for await (const part of readDocument({ bytes, extension: "md" })) {
    if (part.kind !== "elements") continue;
    for (const element of part.elements) {
      const position = elements.length;
      elements.push({ ...element, elementId: `element ${position}`, position });
    }
  }
  return elements;
}
