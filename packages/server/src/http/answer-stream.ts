import { Readable } from "node:stream";
import { RouteReply } from "./define-route.ts";
import { errorReply } from "./error-body.ts";

/**
 * An answer as server-sent events (HTML Living Standard): `delta` `{text}` as the text grows, then one `answer` with the
 * object the JSON answer would have been, or one `error` with the error body. What fails before the first event is
 * answered with its status, like without a stream.
 */
export async function streamAnswer<T>(
  answer: (onDelta: (text: string) => void) => Promise<T>,
  failure: string,
): Promise<RouteReply> {
  const stream = new Readable({ read() {} });
  const send = (event: string, data: unknown) =>
    stream.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

  await new Promise<void>((started, refused) => {
    let begun = false;
    const begin = () => {
      begun = true;
      started();
    };
    answer((text) => {
      begin();
      send("delta", { text });
    })
      .then(
        (result) => {
          begin();
          send("answer", result);
        },
        (error: unknown) => {
          if (!begun) return refused(error);
          send("error", errorReply(error, failure).body);
        },
      )
      .finally(() => stream.push(null));
  });
  return new RouteReply(stream, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" },
  });
}
