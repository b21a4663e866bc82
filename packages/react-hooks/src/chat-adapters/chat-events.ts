import {
  type Answer,
  type AskRequest,
  type Citation,
  type SourcesClient,
  streamAnswer,
} from "@headwater/client";
import { stopAnswer } from "../answering/stop-answer.ts";

/** What a question may ask for besides its text, such as `file_ids` and `thinking_level`. */
export type QuestionSettings = Omit<AskRequest, "question" | "conversation_id" | "output_schema">;

export type ChatAdapterOptions = {
  client: SourcesClient;
  /** Read for each question. Default: the service's defaults, and all sources. */
  settings?: (() => QuestionSettings) | undefined;
};

/** A turn of a chat as all chat libraries can say it. `citation` comes before the text that first refers to it. */
export type ChatEvent =
  | { type: "citation"; citation: Citation }
  | { type: "text"; text: string }
  | { type: "end"; answer: Answer };

export type ChatTurn = {
  question: string;
  /** Of the turns before; absent in the first one. */
  conversationId: string | undefined;
  signal: AbortSignal | undefined;
};

/**
 * Asks the service, and yields its answer in the order in which a chat shows it. An abort is a user's stop: the service
 * is stopped too, because otherwise it would wait for a reader who comes back.
 *
 * @throws what `streamAnswer` throws
 */
export async function* chatEvents(
  { client, settings }: ChatAdapterOptions,
  { question, conversationId, signal }: ChatTurn,
): AsyncGenerator<ChatEvent, void, void> {
  const request: AskRequest = {
    ...settings?.(),
    question,
    ...(conversationId !== undefined && { conversation_id: conversationId }),
  };
  let answerId: string | undefined;
  const stop = () => answerId !== undefined && void stopAnswer(client, answerId);
  signal?.addEventListener("abort", stop, { once: true });
  const told = new Set<Citation["index"]>();
  let waiting: Citation[] = [];
  const sendCitations = function* (citations: readonly Citation[]): Generator<ChatEvent> {
    for (const citation of citations) {
      if (told.has(citation.index)) continue;
      told.add(citation.index);
      yield { type: "citation", citation };
    }
  };
  try {
    let streamed = false;
    for await (const event of streamAnswer(client, request, {
      ...(signal && { signal }),
      onStatus: (status) => {
        answerId ??= status.answer_id;
      },
      onCitation: (citation) => waiting.push(citation),
    })) {
      yield* sendCitations(waiting);
      waiting = [];
      if (event.type === "delta") {
        streamed = true;
        yield { type: "text", text: event.text };
        continue;
      }
      // A server that does not stream sends everything at once.
      yield* sendCitations(event.answer.citations ?? []);
      if (!streamed) yield { type: "text", text: event.answer.answer };
      yield { type: "end", answer: event.answer };
    }
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
