import type { AskRequest } from "@headwater/spec";
import type { SourcesClient } from "../sources-client.ts";
import { readLimits } from "../streams/read-limits.ts";
import { reopened } from "../streams/reopened.ts";
import { resumable } from "../streams/resumable.ts";
import { streamMessages } from "../streams/stream-messages.ts";
import { jsonSchemaOf } from "../structured/json-schema-of.ts";
import { simplifySchema } from "../structured/simplify-schema.ts";
import type { StandardSchemaV1 } from "../structured/standard-schema.ts";
import { callInit } from "../transport/call-init.ts";
import { randomId } from "../transport/random-id.ts";
import { unwrap } from "../unwrap.ts";
import type { AnswerEvent } from "./answer-event.ts";
import { answerEvents } from "./answer-events.ts";
import { answerResumption } from "./answer-resumption.ts";
import type { OutputOf, StreamAnswerOptions } from "./stream-answer-options.ts";

/**
 * Asks a question and yields the answer while the service writes it: first `delta` events, then one `answer`. The texts
 * of the deltas, joined, are the text of the answer. A server that does not stream yields only the `answer`. The
 * request is sent at the first `next()`. Like any call it is retried until the answer has begun, always with the same
 * `Idempotency-Key`. When the connection is lost later, the answer is resumed where it stopped, if the service can:
 * nothing is asked twice. Leaving the loop ends the request.
 *
 * @example
 * for await (const event of streamAnswer(client, { question: "How long is the warranty?" }))
 *   if (event.type === "delta") process.stdout.write(event.text);
 *   else console.log(event.answer.citations);
 * @throws {ApiError} for a status of 400 or above, and with status 500 when the service fails after the answer had
 *   begun; {ConnectionError} when the connection ends or falls silent before the answer is complete;
 *   {SchemaNotSupportedError} and {OutputInvalidError} as `ask` does.
 */
export async function* streamAnswer<Schema extends StandardSchemaV1 | undefined = undefined>(
  client: SourcesClient,
  request: AskRequest,
  options: StreamAnswerOptions<Schema> = {},
): AsyncGenerator<AnswerEvent<OutputOf<Schema>>, void, void> {
  const { schema, jsonSchema, stream = true, signal } = options;
  const output_schema = schema ? simplifySchema(jsonSchemaOf(schema, jsonSchema)) : request.output_schema;
  const limits = readLimits(options);
  let headers = new Headers();
  // Each question has one key, so the service answers a question that is sent again from what it has kept.
  const key = randomId();
  const open = async () => {
    const result = await client.POST("/ask-sources", {
      body: output_schema ? { ...request, output_schema } : request,
      headers: {
        accept: stream ? "text/event-stream, application/json;q=0.9" : "application/json",
        "idempotency-key": key,
      },
      parseAs: "stream",
      ...callInit(options),
    });
    headers = result.response.headers;
    return streamMessages(await unwrap(result), result.response, limits);
  };
  const opened = reopened(open, { limits, signal, maxRetries: options.maxRetries });
  const messages = resumable(opened, answerResumption(client, options), { limits, signal });
  yield* answerEvents(messages, { ...options, limits, headers: () => headers });
}
