import { addUsage, noTokens } from "../models/usage.ts";
import type { Answer, AskRequest, Citation } from "./answer.ts";
import type { Answerer } from "./answerer.ts";
import type { TextDelta } from "./ask-event.ts";
import { citationMarker, citationMarkup } from "./citation-markup.ts";
import { createCiter, withMarkers } from "./citations.ts";
import type { Turn } from "./conversation-store.ts";
import { needsModel, noAnswerFound, noFilesSelected } from "./messages.ts";
import type { Reading } from "./passages-to-read.ts";
import { replyToSmallTalk } from "./small-talk.ts";

type AnswerInWords = Pick<Answer, "text" | "citations" | "usage">;

/**
 * Yields the answer as statements with their markers, from the first reading that has a statement. The text is yielded
 * as it grows.
 */
export async function* answerInWords(
  answerer: Answerer,
  request: AskRequest,
  readings: AsyncIterable<Reading>,
  history: Turn[],
  signal: AbortSignal,
): AsyncGenerator<TextDelta, AnswerInWords> {
  const { thinkingLevel, includeCitationMarkup } = request;
  const mark: (citation: Citation) => string = includeCitationMarkup ? citationMarkup : citationMarker;
  let usage = noTokens;
  let text = replyToSmallTalk(request.question) ?? "";
  if (text !== "") {
    yield { type: "delta", text };
    return { text, citations: [], usage };
  }
  let needsReasoning = false;
  for await (const reading of readings) {
    signal.throwIfAborted();
    const citer = createCiter(reading.passages);
    // Text is held back until a statement follows, because it may be all that this reading gives.
    let held = "";
    for await (const event of answerer({ ...reading, history, thinkingLevel }, signal)) {
      if (event.type === "usage") usage = addUsage(usage, event.usage);
      else if (event.type === "delta") held += event.text;
      else if (event.type === "declined") needsReasoning = true;
      else {
        const piece = held + withMarkers(citer.cite(event.statement), mark);
        held = "";
        text += piece;
        yield { type: "delta", text: piece };
      }
    }
    if (text !== "") return { text, citations: citer.citations(), usage };
  }
  text = request.fileIds?.length === 0 ? noFilesSelected : needsReasoning ? needsModel : noAnswerFound;
  yield { type: "delta", text };
  return { text, citations: [], usage };
}
