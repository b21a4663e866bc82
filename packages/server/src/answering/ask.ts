import type { ElementStore } from "../elements/element-store.ts";
import type { Extractor } from "../extraction/extractor.ts";
import type { Clock } from "../kernel/clock.ts";
import { isId, newId } from "../kernel/ids.ts";
import type { Retrieve } from "../retrieval/retrieved-chunk.ts";
import { wordsOfSchema } from "../structured/property-names.ts";
import { checkSimplifiedSchema } from "../structured/simplified-schema.ts";
import type { Answer, AskRequest, Citation } from "./answer.ts";
import type { Answerer, ThinkingLevel } from "./answerer.ts";
import { type PageImages, withImages } from "./citation-images.ts";
import { citationMarker, citationMarkup } from "./citation-markup.ts";
import { citationsOf, citeStatements, withMarkers } from "./citations.ts";
import type { ConversationStore, Turn } from "./conversation-store.ts";
import { questionRequired } from "./errors.ts";
import { resolveFollowUp } from "./follow-up.ts";
import { gatherPassages, type SourcedPassage } from "./gather-passages.ts";
import { noAnswerFound, noFilesSelected } from "./messages.ts";
import { structuredAnswer } from "./structured-answer.ts";

/**
 * Answers a question. `onDelta` gets the text piece by piece; the pieces joined are the answer's text. Throws a 400 for
 * an empty question and for a schema that is not supported.
 */
export type Ask = (
  request: AskRequest,
  signal: AbortSignal,
  onDelta?: (text: string) => void,
) => Promise<Answer>;

export type AskDependencies = {
  retrieve: Retrieve;
  elements: ElementStore;
  conversations: ConversationStore;
  answerer: Answerer;
  extractor: Extractor;
  /** Absent: citations never carry images. */
  pageImages?: PageImages;
  clock: Clock;
};

/** Chunks read for an answer: thinking harder reads more. */
const chunksRead = { fast: 5, balanced: 10, accurate: 20, max: 40 } satisfies Record<ThinkingLevel, number>;
/** Turns of the conversation a question is read with. */
const turnsRead = 10;

/** The whole of `POST /ask-sources` behind HTTP (contract: Question answering). */
export function createAsk(dependencies: AskDependencies): Ask {
  const { clock, conversations } = dependencies;
  return async (request, signal, onDelta = () => {}) => {
    const started = clock.now();
    const { projectId } = request;
    if (request.question.trim() === "") throw questionRequired();
    if (request.outputSchema) checkSimplifiedSchema(request.outputSchema);
    const { conversationId, turns } = await openConversation(conversations, request);
    const question = resolveFollowUp(request.question, turns);
    const passages = await findPassages(dependencies, request, question);
    signal.throwIfAborted();
    const { citations, ...drafted } = request.outputSchema
      ? await answerBySchema(
          dependencies,
          request,
          request.outputSchema,
          { question, passages },
          signal,
          onDelta,
        )
      : await answerInWords(dependencies, request, { question, turns, passages }, signal, onDelta);
    const illustrated =
      request.includeCitationImages && dependencies.pageImages
        ? await withImages(citations, projectId, dependencies.pageImages, signal)
        : citations;
    signal.throwIfAborted();
    await conversations.append(projectId, conversationId, {
      question: request.question,
      resolvedQuestion: question,
      answer: drafted.text,
      fileIds: [...new Set(citations.map((citation) => citation.fileId))],
      askedAt: started,
    });
    const elapsedSeconds = Math.max(0, clock.now().getTime() - started.getTime()) / 1000;
    return { ...drafted, conversationId, citations: illustrated, elapsedSeconds };
  };
}

type Drafted = Pick<Answer, "text" | "citations" | "usage" | "structured">;
type Found = { question: string; passages: SourcedPassage[] };

/** An unknown id, like `reset`, starts a new conversation under an id of ours. */
async function openConversation(
  conversations: ConversationStore,
  { projectId, conversationId, reset }: AskRequest,
): Promise<{ conversationId: string; turns: Turn[] }> {
  const fresh = { conversationId: newId(), turns: [] };
  if (reset || conversationId === undefined || !isId(conversationId)) return fresh;
  const turns = await conversations.turns(projectId, conversationId, turnsRead);
  return turns ? { conversationId, turns } : fresh;
}

async function findPassages(
  { retrieve, elements }: AskDependencies,
  { projectId, fileIds, thinkingLevel, outputSchema }: AskRequest,
  question: string,
): Promise<SourcedPassage[]> {
  if (fileIds?.length === 0) return [];
  const text = outputSchema ? `${question} ${wordsOfSchema(outputSchema)}` : question;
  const chunks = await retrieve({ projectId, text, fileIds, topK: chunksRead[thinkingLevel] });
  return gatherPassages(elements, chunks);
}

async function answerInWords(
  { answerer }: AskDependencies,
  request: AskRequest,
  { question, turns, passages }: Found & { turns: Turn[] },
  signal: AbortSignal,
  onDelta: (text: string) => void,
): Promise<Drafted> {
  const { thinkingLevel } = request;
  const draft =
    passages.length > 0
      ? await answerer({ question, history: turns, passages, thinkingLevel }, signal)
      : { statements: [], usage: { tokensIn: 0, tokensOut: 0 } };
  if (draft.statements.length === 0) {
    const text = request.fileIds?.length === 0 ? noFilesSelected : noAnswerFound;
    onDelta(text);
    return { text, citations: [], usage: draft.usage };
  }
  const cited = citeStatements(draft.statements, passages);
  const mark: (citation: Citation) => string = request.includeCitationMarkup
    ? citationMarkup
    : citationMarker;
  let text = "";
  for (const [index, statement] of cited.entries()) {
    const piece = separatorAfter(cited[index - 1]?.text) + withMarkers(statement, mark);
    text += piece;
    onDelta(piece);
  }
  return { text, citations: citationsOf(cited), usage: draft.usage };
}

/** Statements that are no sentences, such as rows of a table, stand on lines of their own. */
const separatorAfter = (statement: string | undefined): string =>
  statement === undefined ? "" : /[.!?…。！？]["”’»)\]]*$/u.test(statement) ? " " : "\n";

async function answerBySchema(
  { extractor }: AskDependencies,
  { thinkingLevel }: AskRequest,
  schema: Record<string, unknown>,
  { question, passages }: Found,
  signal: AbortSignal,
  onDelta: (text: string) => void,
): Promise<Drafted> {
  const draft = await structuredAnswer(extractor, { question, schema, passages, thinkingLevel }, signal);
  onDelta(draft.text);
  const citations = citationsOf(citeStatements(draft.evidence, passages));
  return { text: draft.text, citations, usage: draft.usage, structured: draft.structured };
}
