import type { Citation } from "@headwater/spec";

export type AnswerPart =
  | { type: "text"; text: string }
  /** `marker` is what stood in the answer. */
  | { type: "citation"; marker: string; index: number; citation: Citation };

/** What stands behind a marker: `(file_id|pX|sY|eZ|fNAME)`. Matches without its end too, to tell how far it goes. */
const rawMarkup = /\(([^|()]*(?:\|[psef][^|)]*)+)(\)?)/y;

/**
 * Splits an answer into text and citations, in order; joined again, texts and markers are the answer. `[N]` counts as a
 * citation when the list has number N; any other `[N]` is text. The list is the truth, an empty one too: what looks like
 * raw markup may be quoted from a document. Without a list, raw markup is all there is, and makes a citation.
 *
 * @example splitCitations(answer, citations).map((part) => (part.type === "text" ? part.text : `<sup>${part.index}</sup>`))
 */
export function splitCitations(answer: string, citations?: readonly Citation[] | null): AnswerPart[] {
  const parts: AnswerPart[] = [];
  let end = 0;
  for (const { at, marker, index, markup } of markersIn(answer)) {
    const citation = citations
      ? citations.find((each) => each.index === index)
      : markup !== undefined && { index, ...parseMarkup(markup) };
    if (!citation) continue;
    if (at > end) parts.push({ type: "text", text: answer.slice(end, at) });
    parts.push({ type: "citation", marker, index, citation });
    end = at + marker.length;
  }
  if (end < answer.length) parts.push({ type: "text", text: answer.slice(end) });
  return parts;
}

/** `[N]`, each with the raw markup behind it, if any. */
function* markersIn(answer: string) {
  let end = 0;
  /** Markup that nothing closes goes to here, and so would any that begins within it. */
  let unclosed = 0;
  for (const { 0: plain, 1: number, index: at } of answer.matchAll(/\[(\d+)\]/g)) {
    if (at < end) continue;
    end = at + plain.length;
    rawMarkup.lastIndex = end;
    const [raw = "", markup, closing] = (end >= unclosed && rawMarkup.exec(answer)) || [];
    if (closing) end += raw.length;
    else if (raw) unclosed = end + raw.length;
    yield { at, marker: answer.slice(at, end), index: Number(number), markup: closing ? markup : undefined };
  }
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
