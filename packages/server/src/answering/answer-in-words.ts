import { addUsage, noTokens } from "../models/usage.ts";
import type { Answer, AskRequest, Citation } from "./answer.ts";
import type { Answerer } from "./answerer.ts";
import type { CitationEvent, TextDelta } from "./ask-event.ts";
import { citationMarker, citationMarkup } from "./citation-markup.ts";
import { createCiter, withMarkers } from "./citations.ts";
import type { CompleteCitation } from "./complete-citation.ts";
import type { Turn } from "./conversation-store.ts";
import { needsModel, noAnswerFound, noFilesSelected, nothingVerified } from "./messages.ts";
import type { Reading } from "./passages-to-read.ts";
import { replyToSmallTalk } from "./small-talk.ts";
import { mayStandUncited } from "./verify/may-stand-uncited.ts";
import { verifyStatement } from "./verify/verify-statement.ts";

type AnswerInWords = Pick<Answer, "text" | "citations" | "usage">;

/**
 * Yields the answer as statements with their markers, from the first reading that has a statement. Each statement is
 * verified before it is released, and each citation comes right before the text that first has its number. What can't be
 * verified or repaired is left out, with the text before it.
 */
export async function* answerInWords(
  { answerer, complete }: { answerer: Answerer; complete: CompleteCitation },
  request: AskRequest,
  readings: AsyncIterable<Reading>,
  history: Turn[],
  signal: AbortSignal,
): AsyncGenerator<TextDelta | CitationEvent, AnswerInWords> {
  const { thinkingLevel, includeCitationMarkup } = request;
  const mark: (citation: Citation) => string = includeCitationMarkup ? citationMarkup : citationMarker;
  let usage = noTokens;
  let text = replyToSmallTalk(request.question) ?? "";
  if (text !== "") {
    yield { type: "delta", text };
    return { text, citations: [], usage };
  }
  let leftOut = false;
  let needsReasoning = false;
  for await (const reading of readings) {
    signal.throwIfAborted();
    const citer = createCiter(reading.passages, complete);
    // Text is held back until a statement follows, because it may be all that this reading gives.
    let held = "";
    for await (const event of answerer({ ...reading, history, thinkingLevel }, signal)) {
      if (event.type === "usage") usage = addUsage(usage, event.usage);
      else if (event.type === "delta") held += mayStandUncited(event.text) ? event.text : "";
      else if (event.type === "declined") needsReasoning = true;
      else {
        const verified = verifyStatement(event.statement, reading.passages);
        if (!verified) {
          leftOut = true;
          // The text after it brings the white space for the next statement.
          held = text === "" ? held.trimEnd() : "";
          continue;
        }
        const cited = await citer.cite(verified);
        for (const citation of cited.added) yield { type: "citation", citation };
        signal.throwIfAborted();
        const piece = (leftOut ? gapped(text, held) : held) + withMarkers(cited, mark);
        held = "";
        text += piece;
        yield { type: "delta", text: piece };
      }
    }
    if (text !== "") return { text, citations: citer.citations(), usage };
  }
  const none = leftOut ? nothingVerified : needsReasoning ? needsModel : noAnswerFound;
  text = request.fileIds?.length === 0 ? noFilesSelected : none;
  yield { type: "delta", text };
  return { text, citations: [], usage };
}

/** The text before a statement when one before it was left out: none at the start, and white space after other text. */
const gapped = (text: string, held: string): string => {
  if (text === "") return held.trimStart();
  return /^\s/.test(held) || /\s$/.test(text) ? held : ` ${held}`;
};
