import type { Citation } from "@headwater/client";
import type { AskMessage } from "@headwater/react-hooks";

export type CitedPlace = {
  elementId: string;
  quote: string;
  question: string;
  verdict?: Citation["verdict"];
};

/** What answers of the current conversation cite of a source, each place once, with the question that led to it. */
export function citedPlaces(messages: readonly AskMessage[], fileId: string): CitedPlace[] {
  const found = new Map<string, CitedPlace>();
  let question = "";
  for (const message of messages) {
    if (message.role === "user") {
      question = message.text;
      continue;
    }
    for (const {
      file_id,
      element_id,
      quote,
      text_preview,
      verdict,
    } of message.citations satisfies Citation[]) {
      if (file_id !== fileId || !element_id || found.has(element_id)) continue;
      found.set(element_id, { elementId: element_id, quote: quote ?? text_preview ?? "", question, verdict });
    }
  }
  return [...found.values()];
}

/** A text in up to three parts, the quoted one in the middle. Spaces may differ. Undefined when it is not in the text. */
export function cutAtQuote(
  text: string,
  quote: string,
): [before: string, quoted: string, after: string] | undefined {
  const words = quote
    .trim()
    .replace(/^(?:…|\.{3})|(?:…|\.{3})$/g, "")
    .trim();
  if (words === "") return undefined;
  const pattern = words
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("\\s+");
  const match = new RegExp(pattern, "u").exec(text);
  if (!match) return undefined;
  const end = match.index + match[0].length;
  return [text.slice(0, match.index), match[0], text.slice(end)];
}
