import {
  type AnswerEvent,
  type AskRequest,
  type SourcesClient,
  type StandardSchemaV1,
  streamAnswer,
} from "@headwater/client";
import { answerStopped } from "./answer-stopped.ts";
import type { QuestionMessage } from "./ask-message.ts";
import type { AnswerNews } from "./conversation-store.ts";

type RequestOptions = {
  client: SourcesClient;
  conversationId: string | undefined;
  schema?: StandardSchemaV1 | undefined;
  stream?: boolean | undefined;
  signal: AbortSignal;
  news: AnswerNews;
};

/**
 * Sends a question of a conversation to the service. The service decides about settings that are undefined. An answer
 * whose connection is lost is resumed. When the signal aborts with `answerStopped`, the service is told to stop.
 */
export function requestAnswer(
  { text, settings }: QuestionMessage,
  { client, conversationId, schema, stream, signal, news }: RequestOptions,
): AsyncIterable<AnswerEvent> {
  const { fileIds, thinkingLevel, includeCitationImages, outputSchema } = settings;
  // JSON leaves undefined fields out.
  const request = {
    question: text,
    conversation_id: conversationId,
    file_ids: fileIds,
    thinking_level: thinkingLevel,
    include_citation_images: includeCitationImages,
    output_schema: outputSchema,
  } as AskRequest;
  let answerId: string | undefined;
  const stopAtService = () => {
    if (signal.reason === answerStopped && answerId) void stopAnswer(client, answerId);
  };
  signal.addEventListener("abort", stopAtService, { once: true });
  return streamAnswer(client, request, {
    ...{ schema, jsonSchema: outputSchema, stream, signal },
    onStatus: (status) => {
      answerId ??= status.answer_id;
      news.onStatus(status);
    },
    onCitation: news.onCitation,
  });
}

/** Nobody waits for this. If it fails, the service ends the answer itself after a minute, because nobody reads it. */
async function stopAnswer(client: SourcesClient, answerId: string): Promise<void> {
  await client.DELETE("/answers/{answer_id}", { params: { path: { answer_id: answerId } } }).catch(() => {});
}
