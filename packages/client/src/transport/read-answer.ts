import { ConnectionError } from "../errors/connection-error.ts";
import type { CallResult, ParseAs } from "./surface-call.ts";

/**
 * Reads the body of an answer. Text of an error that is not JSON stays text; an empty body is undefined.
 *
 * @param onEnd called when nothing more is read: for a stream when it has ended, failed or was cancelled
 * @throws {ConnectionError} for a success that is not JSON. Anything else that is thrown means that the body was lost.
 */
export async function readAnswer(
  response: Response,
  parseAs: ParseAs,
  onEnd: () => void,
): Promise<CallResult<unknown>> {
  if (response.ok && parseAs === "stream" && response.body)
    return { data: watched(response.body, onEnd), response };
  const isText = !response.ok || parseAs === "json" || parseAs === "stream";
  const data = isText ? await response.text() : await response[parseAs]();
  onEnd();
  if (!response.ok) return { error: jsonOf(data as string, (text) => text || undefined), response };
  if (!isText) return { data, response };
  // React Native has no streams: the text stands for one.
  if (parseAs === "stream" || !data) return { data: data || undefined, response };
  const parsed = jsonOf(data as string, (_, cause) => {
    const { url } = response;
    throw new ConnectionError(`${url || "The service"} gave an unreadable answer. Is baseUrl right?`, {
      cause,
    });
  });
  return { data: parsed, response };
}

function jsonOf(text: string, otherwise: (text: string, cause: unknown) => unknown): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return otherwise(text, cause);
  }
}

/** The same stream, which says when it is over. */
function watched(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        onEnd();
      },
      cancel(reason) {
        onEnd();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
