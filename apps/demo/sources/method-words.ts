import type { Method } from "@headwater/client";

/** What each partition method does, for a user who must choose one. */
export const methodWords: Record<Method, string> = {
  auto: "Each page by the cheapest parser that suits it.",
  fast: "By the layout of the text. The quickest; reads no scans.",
  balanced: "Recognises the characters of scans, and their structure.",
  accurate: "The most careful with tables and dense pages.",
  agentic: "For diagrams, images and tables that run over pages. The slowest.",
};
