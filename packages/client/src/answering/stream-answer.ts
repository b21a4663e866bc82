import type { Answer, AskRequest } from "@headwater/spec";
import { createParser, type EventSourceMessage } from "eventsource-parser";
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
import { readText } from "./read-text.ts";

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
 * request is sent at the first `next()`. Like any call it is retried, but only until the answer has begun. Leaving the
 * loop ends the request.
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
  options: StreamAnswerOptions<Schema>,
): AsyncGenerator<AnswerEvent<OutputOf<Schema>>, void, void> {
  const {
    schema,
    jsonSchema,
    stream = true,
    idleTimeoutMs = 60_000,
    maxBytes = 33_554_432,
    signal,
  } = options;
  const output_schema = schema ? simplifySchema(jsonSchemaOf(schema, jsonSchema)) : request.output_schema;
  const result = await client.POST("/ask-sources", {
    body: output_schema ? { ...request, output_schema } : request,
    headers: { accept: stream ? "text/event-stream, application/json;q=0.9" : "application/json" },
    parseAs: "stream",
    ...callInit(options),
  });
  const limits = { idleTimeoutMs, maxBytes, signal };
  const pieces = readText(await unwrap(result), limits);
  const messages = messagesOf(pieces, result.response);
  for await (const { event, data } of messages) {
    if (event === "delta") {
      yield { type: "delta", text: parse<{ text: string }>(data, "text").text };
    } else if (event === "error") {
      const { detail } = parse<{ detail: string }>(data, "detail");
      throw new ApiError(new Response(null, { status: 500, headers: result.response.headers }), detail);
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

/** Reads server-sent events as they arrive (HTML Living Standard). A plain JSON body is one `answer`. */
async function* messagesOf(
  pieces: AsyncIterable<string>,
  response: Response,
): AsyncGenerator<Pick<EventSourceMessage, "event" | "data">> {
  if (!/^text\/event-stream/i.test(response.headers.get("content-type") ?? "")) {
    let data = "";
    for await (const piece of pieces) data += piece;
    return yield { event: "answer", data };
  }
  let arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => void arrived.push(message) });
  for await (const piece of pieces) {
    parser.feed(piece);
    yield* arrived;
    arrived = [];
  }
}

/** Checks that the value is an object with the named text field. The server is trusted for the rest of its shape. */
function parse<Data>(json: string, text: keyof Data & string): Data {
  let cause: unknown;
  try {
    const data = JSON.parse(json) as Data | null;
    if (typeof data?.[text] === "string") return data;
  } catch (error) {
    cause = error;
  }
  throw new ConnectionError("POST /ask-sources gave an unreadable answer. Is baseUrl right?", { cause });
}
