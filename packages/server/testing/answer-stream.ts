import type { TestServer } from "./start-server.ts";

/** An event of a streamed answer as it came, and as it is understood. */
export type ReceivedEvent = { frame: string; id: number; name: string; data: Record<string, unknown> };

/** Asks with `Accept: text/event-stream`. */
export const askForEvents = (
  server: Pick<TestServer, "fetch" | "baseUrl" | "token">,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> =>
  server.fetch(`${server.baseUrl}/ask-sources`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.token}`,
      "content-type": "application/json",
      accept: "text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });

export const eventsOf = (stream: string): ReceivedEvent[] =>
  stream.split(/(?<=\n\n)/).map((frame) => {
    const [, id, name = "", data = "null"] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)\n\n$/.exec(frame) ?? [];
    return { frame, id: Number(id), name, data: JSON.parse(data) };
  });

/** The id in the first event of a stream. */
export const answerIdOf = (stream: string): string => String(eventsOf(stream)[0]?.data.answer_id);
