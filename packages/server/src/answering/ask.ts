import type { Clock } from "../kernel/clock.ts";
import { isId, newId } from "../kernel/ids.ts";
import type { ThinkingLevel } from "../models/thinking.ts";
import { addUsage, noTokens } from "../models/usage.ts";
import type { RetrievalQuery } from "../retrieval/retrieved-chunk.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { Extractor } from "../structured/extractor.ts";
import { checkSimplifiedSchema } from "../structured/simplified-schema.ts";
import { wordsOfSchema } from "../structured/words-of-schema.ts";
import type { Answer, AskRequest } from "./answer.ts";
import { answerInWords } from "./answer-in-words.ts";
import type { Answerer } from "./answerer.ts";
import type { AskEvent, CitationEvent, TextDelta } from "./ask-event.ts";
import { createIllustrate, type PageImages } from "./citation-images.ts";
import { createCiter } from "./citations.ts";
import { type CompleteCitation, createCompleteCitation } from "./complete-citation.ts";
import type { ConversationStore, Turn } from "./conversation-store.ts";
import { questionRequired } from "./errors.ts";
import { passagesToRead, type Reading, type ReadingDependencies } from "./passages-to-read.ts";
import type { RewriteQuestion } from "./rewrite-question.ts";
import { structuredAnswer } from "./structured-answer.ts";
import { verifyValue } from "./verify/verify-value.ts";
import { wholeFile } from "./whole-file.ts";

/**
 * Answers a question. Nothing runs before the first event is requested. Throws a 400 for an empty question and for an
 * unsupported schema. Throws the signal's reason when it aborts.
 */
export type Ask = (request: AskRequest, signal: AbortSignal) => AsyncIterable<AskEvent>;

export type AskDependencies = ReadingDependencies & {
  sources: Pick<SourceStore, "find">;
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
/** Questions that join facts of several chunks are searched twice at these levels: it takes some 20 searches more. */
const hops = { fast: 1, balanced: 1, accurate: 2, max: 2 } satisfies Record<ThinkingLevel, 1 | 2>;
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
    const illustrate =
      request.includeCitationImages && dependencies.pageImages
        ? createIllustrate(dependencies.pageImages, projectId, signal)
        : undefined;
    const complete = createCompleteCitation(dependencies.elements, illustrate);
    const { citations, ...drafted } = request.outputSchema
      ? yield* answerBySchema(
          { ...dependencies, complete },
          request,
          request.outputSchema,
          readings,
          question,
          signal,
        )
      : yield* answerInWords({ ...dependencies, complete }, request, readings, turns, signal);
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
    const answer = { ...drafted, usage, model, conversationId, citations, elapsedSeconds };
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
  hops: hops[thinkingLevel],
});

async function* answerBySchema(
  dependencies: AskDependencies & { complete: CompleteCitation },
  { projectId, fileIds, thinkingLevel }: AskRequest,
  schema: Record<string, unknown>,
  readings: AsyncIterable<Reading>,
  asked: string,
  signal: AbortSignal,
): AsyncGenerator<TextDelta | CitationEvent, Drafted> {
  // A filled schema cannot say that a value is in another place, so only the first place is read.
  const { question, passages: retrieved } = (await first(readings)) ?? { question: asked, passages: [] };
  signal.throwIfAborted();
  // Over one file a question must never fill less than an extraction, so all of the file is read.
  const files = new Set(fileIds ?? retrieved.map(({ fileId }) => fileId));
  const [only] = files;
  const whole = files.size === 1 && only !== undefined ? await wholeFile(dependencies, projectId, only) : [];
  const passages = whole.length > 0 ? whole : retrieved;
  const filling = { question, schema, passages, thinkingLevel };
  const draft = await structuredAnswer(dependencies.extractor, filling, signal);
  const citer = createCiter(passages, dependencies.complete);
  for (const statement of draft.evidence) {
    const { added } = await citer.cite(verifyValue(statement, passages));
    for (const citation of added) yield { type: "citation", citation };
  }
  yield { type: "delta", text: draft.text };
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
