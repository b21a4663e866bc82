import {
  type AnswerEvent,
  type AskRequest,
  type SourcesClient,
  type StandardSchemaV1,
  streamAnswer,
} from "@headwater/client";
import type { QuestionMessage } from "./ask-message.ts";
import type { AnswerNews } from "./conversation-dependencies.ts";

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
 * whose connection is lost is resumed.
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
  return streamAnswer(client, request, { schema, jsonSchema: outputSchema, stream, signal, ...news });
}
