import type { Answer, AnswerStatus, AskRequest, Citation, StreamError } from "@headwater/spec";
import type { CallOptions } from "../client-options.ts";
import { ApiError } from "../errors/api-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import type { SourcesClient } from "../sources-client.ts";
import type { JsonSchema } from "../structured/json-schema.ts";
import { jsonSchemaOf } from "../structured/json-schema-of.ts";
import { simplifySchema } from "../structured/simplify-schema.ts";
import type { StandardSchemaV1 } from "../structured/standard-schema.ts";
import { validateOutput } from "../structured/validate-output.ts";
import { callInit } from "../transport/call-init.ts";
import { startDeadline } from "../transport/deadline.ts";
import { unwrap } from "../unwrap.ts";
import type { AnswerEvent } from "./answer-event.ts";
import type { ReadLimits } from "./read-text.ts";
import type { StreamPlace } from "./resume-answer.ts";
import { endsStream, type StreamMessage, streamMessages } from "./stream-messages.ts";

export type StreamAnswerOptions<Schema extends StandardSchemaV1 | undefined = undefined> = CallOptions & {
  /** Schema that types and validates `structured_output`. It is sent as `output_schema`; see `ask`. */
  schema?: Schema | undefined;
  /** The same schema as JSON Schema, for libraries whose schemas do not carry it. */
  jsonSchema?: JsonSchema | undefined;
  /** False asks for the whole answer at once: a single `answer` event. Default true. */
  stream?: boolean | undefined;
  /** Maximum silence in milliseconds after the answer has begun. `timeoutMs` applies until then. Default 60,000. */
  idleTimeoutMs?: number | undefined;
  /** Maximum size of an answer in bytes, citation images included. Default 33,554,432 (32 MiB). */
  maxBytes?: number | undefined;
  /**
   * Called with what the service is doing. The first time it has the `answer_id`, with which `DELETE
   * /answers/{answer_id}` stops the answer; later the `stage`.
   */
  onStatus?: ((status: AnswerStatus) => void) | undefined;
  /** Called with each citation, before the text that first refers to it. */
  onCitation?: ((citation: Citation) => void) | undefined;
};

/** Milliseconds to wait for the end of the body after the answer. */
const endTimeoutMs = 250;

/** The type that a schema gives to an output; `unknown` without a schema. */
export type OutputOf<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : unknown;

/**
 * Asks a question and yields the answer while the service writes it: first `delta` events, then one `answer`. The texts
 * of the deltas, joined, are the text of the answer. A server that does not stream yields only the `answer`. The
 * request is sent at the first `next()`. Like any call it is retried, but only until the answer has begun. When the
 * connection is lost later, the answer is resumed where it stopped, if the service can: nothing is asked twice. Leaving
 * the loop ends the request.
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
  // A streaming call leaves its listener on its signal. Use our own signal: the caller's may live for ever.
  const own = startDeadline(Number.POSITIVE_INFINITY, options.signal);
  try {
    yield* answerEvents(client, request, { ...options, signal: own.signal });
  } finally {
    own.end();
  }
}

async function* answerEvents<Schema extends StandardSchemaV1 | undefined>(
  client: SourcesClient,
  request: AskRequest,
  options: StreamAnswerOptions<Schema> & { signal: AbortSignal },
): AsyncGenerator<AnswerEvent<OutputOf<Schema>>, void, void> {
  const {
    schema,
    jsonSchema,
    stream = true,
    idleTimeoutMs = 60_000,
    maxBytes = 33_554_432,
    signal,
    onStatus,
    onCitation,
  } = options;
  const output_schema = schema ? simplifySchema(jsonSchemaOf(schema, jsonSchema)) : request.output_schema;
  const result = await client.POST("/ask-sources", {
    body: output_schema ? { ...request, output_schema } : request,
    headers: { accept: stream ? "text/event-stream, application/json;q=0.9" : "application/json" },
    parseAs: "stream",
    ...callInit(options),
  });
  const limits: ReadLimits = { idleTimeoutMs, maxBytes, signal };
  const first = streamMessages(await unwrap(result), result.response, limits);
  const messages = resumable(client, first, { ...options, limits });
  for await (const { event, data } of messages) {
    if (event === "delta") {
      yield { type: "delta", text: parse<{ text: string }>(data, "text").text };
    } else if (event === "status") {
      onStatus?.(parse<AnswerStatus>(data));
    } else if (event === "citation") {
      onCitation?.(parse<Citation>(data));
    } else if (event === "error") {
      const { detail, status = 500 } = parse<StreamError>(data, "detail");
      throw new ApiError(new Response(null, { status, headers: result.response.headers }), detail);
    } else if (event === "answer") {
      const answer = parse<Answer>(data, "answer");
      const typed = schema
        ? {
            ...answer,
            structured_output: await validateOutput(schema, answer.structured_output, answer.answer),
          }
        : answer;
      yield { type: "answer", answer: typed } as AnswerEvent<OutputOf<Schema>>;
      // Read the body to its end: browsers show a body that is dropped early as a failed request. Ignore what comes
      // after.
      limits.idleTimeoutMs = endTimeoutMs;
      await messages.next().catch(() => {});
      return;
    }
  }
  throw new ConnectionError("The stream ended before the answer did. Ask again.");
}

/** Goes on where the connection was lost, once the stream has told its name. */
async function* resumable(
  client: SourcesClient,
  messages: AsyncIterable<StreamMessage>,
  options: CallOptions & { limits: ReadLimits; signal: AbortSignal },
): AsyncGenerator<StreamMessage, void, void> {
  let place: StreamPlace | undefined;
  let lost: ConnectionError;
  let isLast = false;
  try {
    for await (const message of messages) {
      isLast = endsStream(message);
      const named = message.event === "status" && parse<AnswerStatus>(message.data).answer_id;
      if (named) place = { answerId: named, lastEventId: undefined };
      if (place) place.lastEventId = message.id;
      yield message;
    }
    if (isLast) return;
    lost = new ConnectionError("The stream ended before the answer did. Ask again.");
  } catch (error) {
    if (isLast) return;
    if (!(error instanceof ConnectionError) || options.limits.isExceeded) throw error;
    lost = error;
  }
  if (!place) throw lost;
  // Rarely needed, so it is loaded only then.
  const { resumeAnswer } = await import("./resume-answer.ts");
  yield* resumeAnswer(client, place, lost, options);
}

/**
 * Checks that the value is an object, with the named text field if there is one. The server is trusted for the rest of its
 * shape.
 */
function parse<Data>(json: string, text?: keyof Data & string): Data {
  let cause: unknown;
  try {
    const data = JSON.parse(json) as Data | null;
    if (data && (text === undefined || typeof data[text] === "string")) return data;
  } catch (error) {
    cause = error;
  }
  throw new ConnectionError("POST /ask-sources gave an unreadable answer. Is baseUrl right?", { cause });
}
