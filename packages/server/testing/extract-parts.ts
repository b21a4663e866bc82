import { createRuleBasedExtractor } from "../src/adapters/builtin/extraction/rule-based-extractor.ts";
import type { Element } from "../src/elements/element.ts";
import type { CompareTexts } from "../src/models/compare-meaning.ts";
import { extractGrounded } from "../src/structured/extract-grounded.ts";

const extractor = createRuleBasedExtractor();
export const text = { type: ["string", "null"] };
export const number = { type: ["number", "null"] };

export type Part = string | (Partial<Element> & { text: string });

/** What the built-in extractor fills in from the elements of one document, with its evidence. */
export async function extract(
  properties: Record<string, unknown>,
  parts: Part[],
  instruction = "Extract everything",
  compareTexts?: CompareTexts,
) {
  const elements = parts.map((part, position): Element => {
    const given = typeof part === "string" ? { text: part } : part;
    return { elementId: `e${position}`, position, type: "NarrativeText", pageNumber: 1, ...given };
  });
  const draft = await extractGrounded(
    extractor,
    {
      documents: [{ fileId: "f", fileName: "f.pdf", elements }],
      instruction,
      schema: { type: "object", properties },
      thinkingLevel: "accurate",
      compareTexts,
    },
    new AbortController().signal,
  );
  return draft.fit();
}
export const output = async (...given: Parameters<typeof extract>) => (await extract(...given)).output;

export const table = (rows: string[][], headerRows = 1): Part => ({
  type: "Table",
  text: rows.map((row) => row.join(" | ")).join("\n"),
  html: `<table>${rows
    .map((row, index) => {
      const name = index < headerRows ? "th" : "td";
      return `<tr>${row.map((cell) => `<${name}>${cell}</${name}>`).join("")}</tr>`;
    })
    .join("")}</table>`,
});
