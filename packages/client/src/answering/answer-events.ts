import type { Answer, AnswerStatus, Citation } from "@headwater/spec";
import { ConnectionError } from "../errors/connection-error.ts";
import { parseData } from "../streams/parse-data.ts";
import type { ReadLimits } from "../streams/read-text.ts";
import { readToEnd } from "../streams/read-to-end.ts";
import { streamFailure } from "../streams/stream-failure.ts";
import type { StreamMessage } from "../streams/stream-messages.ts";
import type { StandardSchemaV1 } from "../structured/standard-schema.ts";
import { validateOutput } from "../structured/validate-output.ts";
import type { AnswerEvent } from "./answer-event.ts";
import type { AnswerPlace } from "./answer-place.ts";
import type { OutputOf, StreamAnswerOptions } from "./stream-answer-options.ts";

type EventOptions<Schema extends StandardSchemaV1 | undefined> = Pick<
  StreamAnswerOptions<Schema>,
  "schema" | "onStatus" | "onCitation" | "onPlace"
> & {
  limits: ReadLimits;
  /** Those of the response, which is there when a message is. */
  headers: () => Headers;
  /** Where the stream is resumed. Undefined: at its beginning. */
  place?: AnswerPlace;
};

/** Makes events of an answer out of the messages of its stream. Calls the callbacks in the order of the messages. */
export async function* answerEvents<Schema extends StandardSchemaV1 | undefined>(
  messages: AsyncGenerator<StreamMessage, void, void>,
  { schema, onStatus, onCitation, onPlace, limits, headers, place }: EventOptions<Schema>,
): AsyncGenerator<AnswerEvent<OutputOf<Schema>>, void, void> {
  let answerId = place?.answerId;
  for await (const { id, event, data } of messages) {
    if (event === "delta") {
      yield { type: "delta", text: parseData<{ text: string }>(data, "text").text };
    } else if (event === "status") {
      const status = parseData<AnswerStatus>(data);
      answerId ??= status.answer_id;
      onStatus?.(status);
    } else if (event === "citation") {
      onCitation?.(parseData<Citation>(data));
    } else if (event === "error") {
      throw streamFailure(data, headers());
    } else if (event === "answer") {
      const answer = parseData<Answer>(data, "answer");
      const typed = schema
        ? {
            ...answer,
            structured_output: await validateOutput(schema, answer.structured_output, answer.answer),
          }
        : answer;
      yield { type: "answer", answer: typed } as AnswerEvent<OutputOf<Schema>>;
      return readToEnd(messages, limits);
    }
    // The reader has the event by now: a generator goes on when the next event is asked for.
    if (answerId && id) onPlace?.({ answerId, lastEventId: id });
  }
  throw new ConnectionError("The stream ended before the answer did. Ask again.");
}
