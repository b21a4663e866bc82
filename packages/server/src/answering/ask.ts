import type { Clock } from "../kernel/clock.ts";
import { isId, newId } from "../kernel/ids.ts";
import type { ThinkingLevel } from "../models/thinking.ts";
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
import { answerGivenBefore, answerToKeep } from "./kept-answer.ts";
import { passagesToRead, type Reading, type ReadingDependencies } from "./passages-to-read.ts";
import { rememberedTurns } from "./remembered-turns.ts";
import type { RewriteQuestion } from "./rewrite-question.ts";
import { structuredAnswer } from "./structured-answer.ts";
import { withStages } from "./with-stages.ts";

/**
 * Answers a question. Nothing runs before the first event is requested. Throws a 400 for an empty question and for an
 * unsupported schema. Throws the signal's reason when it aborts.
 */
export type Ask = (request: AskRequest, signal: AbortSignal) => AsyncIterable<AskEvent>;

export type AskDependencies = ReadingDependencies & {
  conversations: Pick<ConversationStore, "turns" | "append" | "keptAnswer">;
  rewriteQuestion: RewriteQuestion;
  answerer: Answerer;
  extractor: Extractor;
  /** When absent, citations never carry images. */
  pageImages?: PageImages;
  clock: Clock;
};

/** Number of chunks read for an answer, by thinking level. */
const chunksRead = { fast: 5, balanced: 10, accurate: 20, max: 40 } satisfies Record<ThinkingLevel, number>;

/** Implements `POST /ask-sources` behind HTTP (contract: Question answering). */
export function createAsk(dependencies: AskDependencies): Ask {
  const { clock, conversations } = dependencies;
  return async function* (request, signal) {
    const started = clock.now();
    const { projectId } = request;
    if (request.question.trim() === "") throw questionRequired();
    if (request.outputSchema) checkSimplifiedSchema(request.outputSchema);
    const illustrate = async (answer: Answer): Promise<Answer> =>
      request.includeCitationImages && dependencies.pageImages
        ? {
            ...answer,
            citations: await withImages(answer.citations, projectId, dependencies.pageImages, signal),
          }
        : answer;

    const given = await answerGivenBefore(dependencies, request);
    if (given) {
      for (const citation of given.citations) yield { type: "citation", citation };
      yield { type: "delta", text: given.text };
      return yield { type: "answer", answer: await illustrate(given) };
    }
    const { conversationId, turns, continues } = await openConversation(conversations, request);
    const question = await dependencies.rewriteQuestion(request.question, turns, signal);
    const { outputSchema } = request;
    const drafted = yield* withStages(
      passagesToRead(dependencies, queryFor(request, question), question, signal),
      (readings) =>
        outputSchema
          ? answerBySchema(dependencies, request, outputSchema, readings, question, signal)
          : answerInWords(dependencies.answerer, request, readings, turns, signal),
    );
    const elapsedSeconds = Math.max(0, clock.now().getTime() - started.getTime()) / 1000;
    const answer = { ...drafted, conversationId, elapsedSeconds };
    const illustrated = await illustrate(answer);
    signal.throwIfAborted();
    const turn: Turn = {
      question: request.question,
      resolvedQuestion: question,
      answer: answer.text,
      citations: answer.citations,
      fileIds: [...new Set(answer.citations.map((citation) => citation.fileId))],
      askedAt: started,
    };
    const keep = answerToKeep(request, answer, clock.now());
    await conversations.append(projectId, conversationId, turn, { continues, keep });
    yield { type: "answer", answer: illustrated };
  };
}

type Drafted = Pick<Answer, "text" | "citations" | "usage" | "structured">;

/** An unknown id starts a new conversation under a new id. `reset` does the same. */
async function openConversation(
  conversations: AskDependencies["conversations"],
  { projectId, conversationId, reset }: AskRequest,
): Promise<{ conversationId: string; turns: Turn[]; continues: boolean }> {
  const fresh = { conversationId: newId(), turns: [], continues: false };
  if (reset || conversationId === undefined || !isId(conversationId)) return fresh;
  const turns = await rememberedTurns(conversations, projectId, conversationId);
  return turns ? { conversationId, turns, continues: true } : fresh;
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
