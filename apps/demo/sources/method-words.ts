import type { Method } from "@headwater/client";

/** What each partition method does, for a user who must choose one. Some do more with a vision model. */
export const methodWords = (method: Method, hasVision: boolean): string =>
  hasVision ? (withVision[method] ?? words[method]) : words[method];

const words: Record<Method, string> = {
  auto: "Each page of a PDF by the quickest way that serves it; other files as with fast.",
  fast: "From the text that is in the file. The quickest; reads no scans and no pictures.",
  balanced: "Reads scans and pictures too, by OCR, and keeps their layout.",
  accurate: "As balanced, and looks closer at tables, columns, formulas and turned pages.",
  agentic: "Needs a vision model, and none is set up here: it reads as accurate does.",
};

const withVision: Partial<Record<Method, string>> = {
  auto: "Each page of a PDF by the quickest way that serves it, scans by the vision model; other files as with fast.",
  accurate:
    "As balanced, and looks closer at tables, columns, formulas and turned pages; hard pages by the vision model.",
  agentic: "Every page by the vision model, which also describes figures. The slowest.",
};
