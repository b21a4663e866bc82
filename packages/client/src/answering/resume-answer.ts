import { ConnectionError } from "../errors/connection-error.ts";
import type { SourcesClient } from "../sources-client.ts";
import { readLimits } from "../streams/read-limits.ts";
import type { StandardSchemaV1 } from "../structured/standard-schema.ts";
import type { AnswerEvent } from "./answer-event.ts";
import { answerEvents } from "./answer-events.ts";
import type { AnswerPlace } from "./answer-place.ts";
import { answerResumption } from "./answer-resumption.ts";
import type { OutputOf, StreamAnswerOptions } from "./stream-answer-options.ts";

/** As those of `streamAnswer`. */
export type ResumeAnswerOptions<Schema extends StandardSchemaV1 | undefined = undefined> = Omit<
  StreamAnswerOptions<Schema>,
  "stream"
>;

/**
 * Continues to read an answer that another page or process began: yields what comes after the place, as `streamAnswer`
 * would. The service keeps a finished answer for ten minutes, and ends one that no client reads for a minute. Leaving the
 * loop ends the request, not the answer.
 *
 * @example
 * const kept: { place?: AnswerPlace } = {};
 * for await (const event of streamAnswer(client, request, { onPlace: (place) => { kept.place = place; } })) show(event);
 * // later, after a reload
 * for await (const event of resumeAnswer(client, kept.place)) show(event);
 * @throws {ConnectionError} when the rest cannot be had. Its `cause` says why: often an `ApiError` with status 404.
 *   Else as `streamAnswer`.
 */
export async function* resumeAnswer<Schema extends StandardSchemaV1 | undefined = undefined>(
  client: SourcesClient,
  place: AnswerPlace,
  options: ResumeAnswerOptions<Schema> = {},
): AsyncGenerator<AnswerEvent<OutputOf<Schema>>, void, void> {
  const { signal } = options;
  const limits = readLimits(options);
  const { resumeMessages } = await import("../streams/resume-messages.ts");
  const lost = new ConnectionError("The answer cannot be resumed. Ask again.");
  const from = { id: place.answerId, lastEventId: place.lastEventId };
  const messages = resumeMessages(from, lost, answerResumption(client, options), { limits, signal });
  yield* answerEvents(messages, { ...options, limits, headers: () => new Headers(), place });
}
