import type { Citation } from "@headwater/spec";

/** A piece of an answer: text, or a citation. */
export type AnswerPart =
  | { type: "text"; text: string }
  /** `marker` is the text that stood in the answer. */
  | { type: "citation"; marker: string; index: number; citation: Citation };

/**
 * The raw citation behind a marker: `(file_id|pX|sY|eZ|fNAME)`. It also matches without the closing bracket, to find
 * where the unclosed part ends.
 */
const rawMarkup = /\(([^|()]*(?:\|[psef][^|)]*)+)(\)?)/y;

/**
 * Splits an answer into text and citations, in order. The texts and markers, joined, are the answer again. `[N]` is a
 * citation when the list has number N; otherwise it is text. The list decides, even when it is empty, because raw
 * markup may be a quote from a document. Without a list, raw markup makes a citation.
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

/** `[N]`, with the raw markup that may follow it. */
function* markersIn(answer: string) {
  let end = 0;
  /** Unclosed markup ends at this position. Markup that begins inside it is unclosed too. */
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

/** Decodes a name. A name with a bare `%` was not encoded by its sender. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
