import type { ChunkStore } from "../chunks/chunk-store.ts";
import type { Clock } from "../kernel/clock.ts";
import { isId, newId } from "../kernel/ids.ts";
import type { CompareMeaning } from "../models/compare-meaning.ts";
import type { AskJudge } from "../models/judge.ts";
import type { ThinkingLevel } from "../models/thinking.ts";
import { addUsage, noTokens } from "../models/usage.ts";
import type { RetrievalQuery } from "../retrieval/retrieved-chunk.ts";
import { checkSimplifiedSchema } from "../structured/simplified-schema.ts";
import { wordsOfSchema } from "../structured/words-of-schema.ts";
import type { Answer, AskRequest } from "./answer.ts";
import { answerAskedField } from "./answer-asked-field.ts";
import { answerBySchema, type SchemaDependencies } from "./answer-by-schema.ts";
import { answerInWords } from "./answer-in-words.ts";
import type { Answerer } from "./answerer.ts";
import type { AskEvent } from "./ask-event.ts";
import { createIllustrate, type Illustrate, type PageImages } from "./citation-images.ts";
import { createCompleteCitation } from "./complete-citation.ts";
import type { ConversationStore, Turn } from "./conversation-store.ts";
import { questionRequired } from "./errors.ts";
import { answerGivenBefore, answerToKeep } from "./kept-answer.ts";
import { meantBefore } from "./meant-before.ts";
import { passagesToRead, type ReadingDependencies } from "./passages-to-read.ts";
import { rememberedTurns } from "./remembered-turns.ts";
import type { RewriteQuestion } from "./rewrite-question.ts";
import { withStages } from "./with-stages.ts";

/**
 * Answers a question. Nothing runs before the first event is requested. Throws a 400 for an empty question and for an
 * unsupported schema. Throws the signal's reason when it aborts.
 */
export type Ask = (request: AskRequest, signal: AbortSignal) => AsyncIterable<AskEvent>;

export type AskDependencies = ReadingDependencies &
  Omit<SchemaDependencies, "complete"> & {
    conversations: Pick<ConversationStore, "turns" | "append" | "keptAnswer">;
    rewriteQuestion: RewriteQuestion;
    answerer: Answerer;
    chunks: Pick<ChunkStore, "countActive">;
    /** When absent, answers without a model are chosen by words alone. */
    compareMeaning?: CompareMeaning | undefined;
    /** When absent, rules alone decide whether a statement is verified. */
    askJudge?: AskJudge | undefined;
    /** The name of the language model that answers at a level; null for none. When absent, there is none. */
    modelAt?: (level: ThinkingLevel) => string | null;
    /** When absent, citations never carry images. */
    pageImages?: PageImages;
    clock: Clock;
  };

type Drafted = Pick<Answer, "text" | "citations" | "usage" | "passagesLeftOut" | "structured">;

/** Number of chunks read for an answer, by thinking level. */
const chunksRead = { fast: 5, balanced: 10, accurate: 20, max: 40 } satisfies Record<ThinkingLevel, number>;
/** Questions that join facts of several chunks are searched on from the first hits, unless the answer is to be fast. */
const secondHop = {
  fast: "none",
  balanced: "narrow",
  accurate: "wide",
  max: "wide",
} satisfies Record<ThinkingLevel, RetrievalQuery["secondHop"]>;

/** Implements `POST /ask-sources` behind HTTP (contract: Question answering). */
export function createAsk(dependencies: AskDependencies): Ask {
  const { clock, conversations } = dependencies;
  return async function* (request, signal) {
    const started = clock.now();
    const { projectId, outputSchema } = request;
    if (request.question.trim() === "") throw questionRequired();
    if (outputSchema) checkSimplifiedSchema(outputSchema);
    const illustrate =
      request.includeCitationImages && dependencies.pageImages
        ? createIllustrate(dependencies.pageImages, projectId, signal)
        : undefined;

    const given = await answerGivenBefore(dependencies, request);
    if (given) return yield* repeated(given, illustrate);
    const { conversationId, turns, continues } = await openConversation(conversations, request);
    let rewriting = noTokens;
    const question =
      meantBefore(request.question, turns) ??
      (await dependencies.rewriteQuestion(request.question, turns, {
        search: (text) => dependencies.retrieve(searchToRewrite(request, text), signal),
        signal,
        onUsage: (usage) => {
          rewriting = addUsage(rewriting, usage);
        },
      }));
    const complete = createCompleteCitation(dependencies.elements, illustrate);
    const answering = { ...dependencies, complete };
    const model = dependencies.modelAt?.(request.thinkingLevel) ?? null;
    const reader = model === null && !dependencies.compareMeaning ? "words" : "meaning";
    const asksForField = model === null && !outputSchema && request.fileIds?.length !== 0;
    const field = asksForField ? yield* answerAskedField(answering, { ...request, question }, signal) : null;
    const drafted =
      field ??
      (yield* withStages<Drafted>(
        passagesToRead(dependencies, queryFor(request, question), question, {
          reader,
          filled: outputSchema !== undefined,
          signal,
        }),
        (readings) =>
          outputSchema
            ? answerBySchema(answering, { ...request, outputSchema, question }, readings, signal)
            : answerInWords(
                answering,
                { ...request, question, asked: request.question },
                readings,
                turns,
                signal,
              ),
      ));
    signal.throwIfAborted();
    const answer: Answer = {
      ...drafted,
      usage: addUsage(drafted.usage, rewriting),
      model,
      conversationId,
      elapsedSeconds: Math.max(0, clock.now().getTime() - started.getTime()) / 1000,
    };
    const stored = withoutImages(answer);
    const turn: Turn = {
      question: request.question,
      resolvedQuestion: question,
      answer: stored.text,
      citations: stored.citations,
      fileIds: [...new Set(stored.citations.map((citation) => citation.fileId))],
      askedAt: started,
    };
    const keep = answerToKeep(request, stored, clock.now());
    await conversations.append(projectId, conversationId, turn, { continues, keep });
    yield { type: "answer", answer };
  };
}

/** An answer that was given before, with images where these are asked for. */
async function* repeated(given: Answer, illustrate?: Illustrate): AsyncGenerator<AskEvent> {
  const citations = illustrate ? await Promise.all(given.citations.map(illustrate)) : given.citations;
  for (const citation of citations) yield { type: "citation", citation };
  yield { type: "delta", text: given.text };
  yield { type: "answer", answer: { ...given, citations } };
}

/** Images are large, and can be made again. */
const withoutImages = (answer: Answer): Answer => ({
  ...answer,
  citations: answer.citations.map((citation) => ({ ...citation, imageBase64: null })),
});

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

/** Whether a follow-up means what was asked before shows in the best chunks, without a second hop. */
const searchToRewrite = ({ projectId, fileIds }: AskRequest, text: string): RetrievalQuery => ({
  projectId,
  fileIds,
  text,
  topK: chunksRead.fast,
  secondHop: "none",
});

const queryFor = (
  { projectId, fileIds, thinkingLevel, outputSchema }: AskRequest,
  question: string,
): RetrievalQuery => ({
  projectId,
  fileIds,
  text: outputSchema ? `${question} ${wordsOfSchema(outputSchema)}` : question,
  topK: chunksRead[thinkingLevel],
  secondHop: secondHop[thinkingLevel],
});
