import { createParser, type EventSourceMessage } from "eventsource-parser";
import { type ReadLimits, readText, type StreamBody } from "./read-text.ts";

export type StreamMessage = Pick<EventSourceMessage, "id" | "event" | "data">;

/** Whether no event follows. */
export const endsStream = ({ event }: StreamMessage): boolean =>
  event === "answer" || event === "result" || event === "error";

/** Reads server-sent events as they arrive (HTML Living Standard). A plain JSON body is one event, named `whole`. */
export async function* streamMessages(
  body: StreamBody,
  response: Response,
  limits: ReadLimits,
  whole: "answer" | "result" = "answer",
): AsyncGenerator<StreamMessage, void, void> {
  const pieces = readText(body, limits);
  if (!/^text\/event-stream/i.test(response.headers.get("content-type") ?? "")) {
    let data = "";
    for await (const piece of pieces) data += piece;
    return yield { id: undefined, event: whole, data };
  }
  let arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => void arrived.push(message) });
  for await (const piece of pieces) {
    parser.feed(piece);
    yield* arrived;
    arrived = [];
  }
}
