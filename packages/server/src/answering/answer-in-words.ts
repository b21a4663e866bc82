import type { ChunkStore } from "../chunks/chunk-store.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import type { CompareMeaning } from "../models/compare-meaning.ts";
import type { AskJudge } from "../models/judge.ts";
import { addUsage, noTokens } from "../models/usage.ts";
import type { Answer, AskRequest, Citation } from "./answer.ts";
import type { Answerer } from "./answerer.ts";
import type { CitationEvent, TextDelta } from "./ask-event.ts";
import { citationMarker, citationMarkup } from "./citation-markup.ts";
import { type Citer, createCiter, withMarkers } from "./citations.ts";
import type { CompleteCitation } from "./complete-citation.ts";
import type { Turn } from "./conversation-store.ts";
import { createAnswerJudge } from "./judged-statement.ts";
import { noFilesSelected } from "./messages.ts";
import { type Notices, nearestNote, noticesFor, unverifiedNote } from "./notices.ts";
import type { Reading } from "./reading.ts";
import { replyToNothingAsked, replyToSmallTalk } from "./small-talk.ts";
import { createStatementGate } from "./statement-gate.ts";
import { verifyStatement } from "./verify/verify-statement.ts";

type AnswerInWords = Pick<Answer, "text" | "citations" | "usage" | "passagesLeftOut">;

type WordsDependencies = {
  answerer: Answerer;
  complete: CompleteCitation;
  compareMeaning?: CompareMeaning | undefined;
  /** When absent, rules alone decide. */
  askJudge?: AskJudge | undefined;
  chunks: Pick<ChunkStore, "countActive">;
};

/** A request in words. `asked` is the question as it was asked, `question` the complete one. */
type WordsRequest = AskRequest & { asked: string };

/**
 * Yields the answer as statements with their markers, from the first reading that has a statement. Each statement is
 * verified before it is released, and each citation comes right before the text that first has its number. What can't be
 * verified or repaired is left out, with the text before it. What rules cannot decide is shown to a judge, where there is one, and
 * what is unverified after that is named at the end. A refusal says where the encoder gave no vectors in time: the same question
 * may find its answer later.
 */
export async function* answerInWords(
  { answerer, complete, compareMeaning, askJudge, chunks }: WordsDependencies,
  request: WordsRequest,
  readings: AsyncIterable<Reading>,
  history: Turn[],
  signal: AbortSignal,
): AsyncGenerator<TextDelta | CitationEvent, AnswerInWords> {
  const { projectId, asked, thinkingLevel, isStreamed, includeCitationMarkup } = request;
  const mark: (citation: Citation) => string = includeCitationMarkup ? citationMarkup : citationMarker;
  let usage = noTokens;
  const reply = replyToSmallTalk(asked) ?? "";
  if (reply !== "") {
    yield { type: "delta", text: reply };
    return { text: reply, citations: [], usage };
  }
  const gate = createStatementGate();
  const judge = createAnswerJudge(askJudge);
  let needsReasoning = false;
  let isUncited = false;
  let passagesLeftOut = 0;
  let itemsLeftOut = 0;
  let nearest = "";
  let byWords = false;
  const more = () => (passagesLeftOut > 0 ? { passagesLeftOut } : {});
  const chunksSearched =
    compareMeaning && (await chunks.countActive(projectId, defaultChunking, request.fileIds));
  let notices = noticesFor(request.question);
  for await (const reading of readings) {
    signal.throwIfAborted();
    const citer = createCiter(reading.passages, complete);
    notices = noticesFor(request.question, reading.passages);
    gate.drop();
    if (reading.told) {
      const text = yield* writeLines(reading, citer, mark, notices);
      return { text, citations: citer.citations(), usage };
    }
    itemsLeftOut = reading.more ?? 0;
    const compare =
      compareMeaning &&
      (async (texts: readonly string[], isEnglish: boolean, respelt: string, sections: number) => {
        const likeness = await compareMeaning(projectId, respelt, texts, isEnglish, sections);
        byWords ||= likeness === null;
        return likeness;
      });
    for await (const event of answerer(
      { ...reading, asked, history, thinkingLevel, isStreamed, compare, chunksSearched },
      signal,
    )) {
      if (event.type === "usage") usage = addUsage(usage, event.usage);
      else if (event.type === "delta") gate.hold(event.text);
      else if (event.type === "declined") needsReasoning = true;
      else if (event.type === "cut") passagesLeftOut = event.passages;
      else if (event.type === "more") itemsLeftOut = event.items;
      else if (event.type === "nearest")
        nearest = ` ${nearestNote(notices, event.sentences, reading.passages)}`;
      else {
        const found = gate.verify(event.statement, reading.passages);
        if (!found) continue;
        const verified = await judge.look(found, reading.passages, signal);
        isUncited ||= verified.supports.length === 0 && !isBareReply(verified.text);
        const cited = await citer.cite(verified);
        for (const citation of cited.added) yield { type: "citation", citation };
        signal.throwIfAborted();
        yield { type: "delta", text: gate.release(withMarkers(cited, mark)) };
      }
    }
    if (gate.text() === "") continue;
    const citations = citer.citations();
    const note =
      (itemsLeftOut > 0 ? `\n${notices.moreItems(itemsLeftOut)}` : "") +
      unverifiedNote(notices, { citations, mark, isUncited });
    if (note !== "") yield { type: "delta", text: note };
    return { text: gate.text() + note, citations, usage: addUsage(usage, judge.usage()), ...more() };
  }
  const unanswered = needsReasoning
    ? notices.needsModel
    : notices.noAnswerFound +
      nearest +
      (byWords ? ` ${notices.byWords}` : "") +
      (passagesLeftOut > 0 ? ` ${notices.partlyRead(passagesLeftOut)}` : "");
  const none =
    replyToNothingAsked(request.question) ?? (gate.hasLeftOut() ? notices.nothingVerified : unanswered);
  const text = request.fileIds?.length === 0 ? noFilesSelected : none;
  yield { type: "delta", text };
  return { text, citations: [], usage, ...more() };
}

/** What the catalogue says of the documents, with the titles that it quotes. */
async function* writeLines(
  { told = [], passages, more = 0 }: Reading,
  citer: Citer,
  mark: (citation: Citation) => string,
  notices: Notices,
): AsyncGenerator<TextDelta | CitationEvent, string> {
  let text = "";
  for (const line of told) {
    const quoted = line.passage === undefined ? undefined : passages[line.passage];
    const title = quoted?.text.replace(/\s+/g, " ").trim() ?? "";
    const verified = quoted && verifyStatement({ text: title, passages: [line.passage ?? 0] }, passages);
    const cited = verified && (await citer.cite(verified));
    for (const citation of cited?.added ?? []) yield { type: "citation", citation };
    const piece = line.text + (cited ? withMarkers(cited, mark) : "");
    text += piece;
    yield { type: "delta", text: piece };
  }
  if (more === 0) return text;
  const note = `\n${notices.moreItems(more)}`;
  yield { type: "delta", text: note };
  return text + note;
}

/** In words. */
const longestReply = 3;
const yesOrNo = /^\W*(?:yes|no|ja|nein|oui|non|sí|si|sim|não|no|sì|nee)\b/iu;

/** Whether a sentence only says yes or no to the question, and what supports it follows: "No.", "Yes, it must be." */
const isBareReply = (text: string): boolean =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).length <= longestReply + (yesOrNo.test(text) ? 2 : 0) &&
  !/\p{N}|\s\p{Lu}/u.test(text);
