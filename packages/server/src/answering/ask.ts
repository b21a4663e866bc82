import type { Clock } from "../kernel/clock.ts";
import { isId, newId } from "../kernel/ids.ts";
import type { ThinkingLevel } from "../models/thinking.ts";
import { addUsage, noTokens } from "../models/usage.ts";
import type { RetrievalQuery } from "../retrieval/retrieved-chunk.ts";
import type { Extractor } from "../structured/extractor.ts";
import { checkSimplifiedSchema } from "../structured/simplified-schema.ts";
import { wordsOfSchema } from "../structured/words-of-schema.ts";
import type { Answer, AskRequest } from "./answer.ts";
import { answerInWords } from "./answer-in-words.ts";
import type { Answerer } from "./answerer.ts";
import type { AskEvent, TextDelta } from "./ask-event.ts";
import { type PageImages, withImages } from "./citation-images.ts";
import { createCiter } from "./citations.ts";
import type { ConversationStore, Turn } from "./conversation-store.ts";
import { questionRequired } from "./errors.ts";
import { passagesToRead, type Reading, type ReadingDependencies } from "./passages-to-read.ts";
import type { RewriteQuestion } from "./rewrite-question.ts";
import { structuredAnswer } from "./structured-answer.ts";

/**
 * Answers a question. Nothing runs before the first event is requested. Throws a 400 for an empty question and for an
 * unsupported schema. Throws the signal's reason when it aborts.
 */
export type Ask = (request: AskRequest, signal: AbortSignal) => AsyncIterable<AskEvent>;

export type AskDependencies = ReadingDependencies & {
  conversations: ConversationStore;
  rewriteQuestion: RewriteQuestion;
  answerer: Answerer;
  extractor: Extractor;
  /** The name of the language model that answers at a level; null for none. When absent, there is none. */
  modelAt?: (level: ThinkingLevel) => string | null;
  /** When absent, citations never carry images. */
  pageImages?: PageImages;
  clock: Clock;
};

/** Number of chunks read for an answer, by thinking level. */
const chunksRead = { fast: 5, balanced: 10, accurate: 20, max: 40 } satisfies Record<ThinkingLevel, number>;
/** Number of turns of the conversation that are read with a question. */
const turnsRead = 10;

/** Implements `POST /ask-sources` behind HTTP (contract: Question answering). */
export function createAsk(dependencies: AskDependencies): Ask {
  const { clock, conversations } = dependencies;
  return async function* (request, signal) {
    const started = clock.now();
    const { projectId } = request;
    if (request.question.trim() === "") throw questionRequired();
    if (request.outputSchema) checkSimplifiedSchema(request.outputSchema);
    const { conversationId, turns } = await openConversation(conversations, request);
    let rewriting = noTokens;
    const question = await dependencies.rewriteQuestion(request.question, turns, signal, (usage) => {
      rewriting = addUsage(rewriting, usage);
    });
    const readings = passagesToRead(dependencies, queryFor(request, question), question, signal);
    const { citations, ...drafted } = request.outputSchema
      ? yield* answerBySchema(dependencies, request, request.outputSchema, readings, question, signal)
      : yield* answerInWords(dependencies.answerer, request, readings, turns, signal);
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
    const usage = addUsage(drafted.usage, rewriting);
    const model = dependencies.modelAt?.(request.thinkingLevel) ?? null;
    const answer = { ...drafted, usage, model, conversationId, citations: illustrated, elapsedSeconds };
    yield { type: "answer", answer };
  };
}

type Drafted = Pick<Answer, "text" | "citations" | "usage" | "structured">;

/** An unknown id starts a new conversation under a new id. `reset` does the same. */
async function openConversation(
  conversations: ConversationStore,
  { projectId, conversationId, reset }: AskRequest,
): Promise<{ conversationId: string; turns: Turn[] }> {
  const fresh = { conversationId: newId(), turns: [] };
  if (reset || conversationId === undefined || !isId(conversationId)) return fresh;
  const turns = await conversations.turns(projectId, conversationId, turnsRead);
  return turns ? { conversationId, turns } : fresh;
}

const queryFor = (
  { projectId, fileIds, thinkingLevel, outputSchema }: AskRequest,
  question: string,
): RetrievalQuery => ({
  projectId,
  fileIds,
  text: outputSchema ? `${question} ${wordsOfSchema(outputSchema)}` : question,
  topK: chunksRead[thinkingLevel],
});

async function* answerBySchema(
  { extractor }: AskDependencies,
  { thinkingLevel }: AskRequest,
  schema: Record<string, unknown>,
  readings: AsyncIterable<Reading>,
  asked: string,
  signal: AbortSignal,
): AsyncGenerator<TextDelta, Drafted> {
  // A filled schema cannot say that a value is in another place, so only the first place is read.
  const { question, passages } = (await first(readings)) ?? { question: asked, passages: [] };
  signal.throwIfAborted();
  const draft = await structuredAnswer(extractor, { question, schema, passages, thinkingLevel }, signal);
  yield { type: "delta", text: draft.text };
  const citer = createCiter(passages);
  for (const statement of draft.evidence) citer.cite(statement);
  return {
    text: draft.text,
    citations: citer.citations(),
    usage: draft.usage,
    structured: draft.structured,
  };
}

async function first<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}
