import { splitSentences } from "../text/sentences.ts";
import type { AnswererEvent } from "./answerer.ts";
import { citedSentence } from "./cited-sentence.ts";
import { withPlainMarkers } from "./marker-styles.ts";
import { saysNotFound } from "./says-not-found.ts";

export type StatementCutter = {
  /** The statements that the next piece completes. */
  push(piece: string): AnswererEvent[];
  /** The text so far was not the answer: what was held back of it is dropped, and the answer begins. */
  restart(): void;
  /** What is left at the end of the answer. */
  end(): AnswererEvent[];
};

const leadingMarkers = /^(?:\s*\[[^\]]*\](?:\([^)\s]*\))?)+/u;
/** Raised numbers, and a number in round brackets that ends the line: before more text it may number an item. */
const leadingRaised = /^\s*(?:[⁰¹²³⁴⁵⁶⁷⁸⁹①-⑳]+(?=\s|$)|(?:\(\d{1,3}(?:, ?\d{1,3})*\)\s*)+$)/u;
/** What may become a marker: a bracket or a tag that is still open. */
const openMarker =
  /^\s*(?:\\?[[【［⟦〔{][^\]】］⟧〕}]*|\ue200[^\ue201]*|\([^)]*|<[^>]*(?:>[^<]*(?:<[^>]*)?)?)$/u;
/** A list's sign or number, a quote's or a heading's sign, or the space that a line begins with. */
const lineStart = /^\s*(?:(?:[-*•+>]|\d{1,3}[.)]|#{1,6})\s+)*/u;
/** "Answer:", or a heading that says so. What is before it led up to the answer. */
const answerLead =
  /^[\s*_]*(?:the\s)?(?:final\s)?(?:answer|antwort|réponse|respuesta|risposta|resposta|antwoord)[*_]*(?:\s?:[\s*_]*|\s*$)/iu;
/** After a first word the sentence before it can be told from an abbreviation. Chinese and Japanese have no spaces. */
const begun = /^\S+\s|^[^\s]{24}|^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/**
 * Cuts the text that a model writes into statements, each as soon as it is whole: a sentence with the markers behind it.
 * Signs of lists and line breaks come between them, and so do lines that only lead in ("The terms are:"). Everything is
 * held back until the first statement that cites a passage, because until then it may be a thought, or the model may go on
 * to say that nothing was found; then nothing is yielded at all. Later such a sentence is left out alone.
 */
export function createStatementCutter(passages: number): StatementCutter {
  let buffer = "";
  let held: AnswererEvent[] = [];
  let state: "start" | "answer" | "not found" = "start";
  let isLineBegun = false;

  const leadEnd: AnswererEvent = { type: "delta", text: "" };

  const statement = (sentence: string): AnswererEvent[] => {
    const told = sentence.replace(answerLead, "");
    const lead = told !== sentence && state === "start" ? [leadEnd] : [];
    const cited = citedSentence(told, passages);
    if (saysNotFound(cited)) {
      if (state === "start") state = "not found";
      return [];
    }
    const separator: AnswererEvent[] = isLineBegun ? [{ type: "delta", text: " " }] : [];
    isLineBegun = true;
    if (!/[\p{L}\p{N}]/u.test(cited.text))
      return cited.text === "" ? lead : [{ type: "delta", text: cited.text }];
    if (cited.passages.length > 0 && state === "start") state = "answer";
    const leadsIn = cited.passages.length === 0 && /[:：]$/u.test(cited.text);
    return [
      ...(lead.length > 0 ? lead : separator),
      leadsIn ? { type: "delta", text: cited.text } : { type: "statement", statement: cited },
    ];
  };

  /** The sentences of a line, or of its beginning. The last of a beginning stays in the buffer. */
  const sentencesOf = (line: string, isWhole: boolean): AnswererEvent[] => {
    const events: AnswererEvent[] = [];
    let rest = line;
    if (!isLineBegun) {
      const start = lineStart.exec(rest)?.[0] ?? "";
      if (!isWhole && start.length === rest.length) return keep(rest);
      // Without a word behind it a number may be the answer itself.
      if (start !== "" && rest.length > start.length && (isWhole || begun.test(rest.slice(start.length)))) {
        events.push({ type: "delta", text: start.replace(/#+\s+/, "") });
        rest = rest.slice(start.length);
      }
    }
    for (const sentence of sentencesWithMarkers(rest, isWhole)) {
      events.push(...statement(sentence));
      rest = rest.slice(rest.indexOf(sentence) + sentence.length);
    }
    buffer = isWhole ? "" : rest.trimStart();
    return events;
  };

  const keep = (text: string): AnswererEvent[] => {
    buffer = text;
    return [];
  };

  const cut = (isEnd: boolean): AnswererEvent[] => {
    const events: AnswererEvent[] = [];
    for (let end = buffer.indexOf("\n"); end !== -1; end = buffer.indexOf("\n")) {
      const [line, after] = [buffer.slice(0, end), buffer.slice(end + 1)];
      events.push(...sentencesOf(line, true), { type: "delta", text: "\n" });
      isLineBegun = false;
      buffer = after;
    }
    events.push(...sentencesOf(buffer, isEnd));
    return events;
  };

  const hasEnded = (): boolean => state === "not found";

  const read = (isEnd: boolean): AnswererEvent[] => {
    if (hasEnded()) return [];
    buffer = withPlainMarkers(state === "start" && held.length === 0 ? buffer.trimStart() : buffer);
    held.push(...cut(isEnd));
    // What the model says behind the mark is not asked for.
    if (hasEnded() || (state === "start" && !isEnd)) return [];
    const events = held.slice(held.lastIndexOf(leadEnd) + 1);
    held = [];
    return events;
  };

  return {
    push(piece) {
      buffer += piece;
      return read(false);
    },
    restart() {
      [buffer, held, isLineBegun] = ["", [], false];
      if (state === "not found") state = "start";
    },
    end: () => read(true),
  };
}

/** The sentences that are whole, each with the markers that follow it. */
function sentencesWithMarkers(text: string, isWhole: boolean): string[] {
  const starts = splitSentences(text).map(({ start }) => start);
  const sentences: string[] = [];
  let from = starts[0] ?? 0;
  for (const start of starts.slice(1)) {
    const markers =
      (leadingMarkers.exec(text.slice(start)) ?? leadingRaised.exec(text.slice(start)))?.[0] ?? "";
    const end = markers === "" ? start : start + markers.length;
    const rest = text.slice(end).trimStart();
    if (!isWhole && (!begun.test(rest) || openMarker.test(rest))) break;
    const sentence = text.slice(from, end).trim();
    if (sentence !== "") sentences.push(sentence);
    from = end;
  }
  const last = text.slice(from).trim();
  if (isWhole && last !== "") sentences.push(last);
  return sentences;
}
