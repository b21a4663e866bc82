import type { Citation } from "@headwater/spec";

export type AnswerPart =
  | { type: "text"; text: string }
  /** `marker` is what stood in the answer. */
  | { type: "citation"; marker: string; index: number; citation: Citation };

/** `[N]`, or with raw markup `[N](file_id|pX|sY|eZ|fNAME)`. */
const markers = /\[(\d+)\](?:\(([^|()]*(?:\|[psef][^|)]*)+)\))?/g;

/**
 * Splits an answer into text and citations, in order; joined again, texts and markers are the answer. `[N]` counts as a
 * citation when the list has number N, or when raw markup follows it; any other `[N]` is text.
 *
 * @example splitCitations(answer, citations).map((part) => (part.type === "text" ? part.text : `<sup>${part.index}</sup>`))
 */
export function splitCitations(answer: string, citations?: readonly Citation[] | null): AnswerPart[] {
  const parts: AnswerPart[] = [];
  let end = 0;
  for (const match of answer.matchAll(markers)) {
    const [marker, number, markup] = match;
    const index = Number(number);
    const listed = citations?.find((each) => each.index === index);
    const citation = listed ?? (markup === undefined ? undefined : { index, ...parseMarkup(markup) });
    if (!citation) continue;
    if (match.index > end) parts.push({ type: "text", text: answer.slice(end, match.index) });
    parts.push({ type: "citation", marker, index, citation });
    end = match.index + marker.length;
  }
  if (end < answer.length) parts.push({ type: "text", text: answer.slice(end) });
  return parts;
}

function parseMarkup(markup: string): Citation {
  const [fileId = "", ...rest] = markup.split("|");
  const fields = new Map(rest.map((field) => [field[0], field.slice(1)]));
  const number = (key: string) => Number(fields.get(key)) || null;
  return {
    file_id: decoded(fileId) || null,
    file_name: decoded(fields.get("f") ?? "") || null,
    page_number: number("p"),
    section_number: number("s"),
    element_id: decoded(fields.get("e") ?? "") || null,
  };
}

/** A name with a bare `%` was not encoded by its sender. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
