import { createSourcesClient, streamAnswer } from "@headwater/client";
import { beforeAll, expect, it } from "vitest";
import { askForEvents, eventsOf } from "../testing/answer-stream.ts";
import { type SharedService, sharedService } from "../testing/shared-service.ts";

let server: SharedService;
beforeAll(async () => {
  server = await sharedService();
  await server.ingestAndWait(
    "pump.md",
    "# Pump\n\nThe warranty of the pump lasts two years.\n\nThe pump weighs 4 kg. The pump is blue.",
  );
});

const question = "How long is the warranty of the pump, and what does the pump weigh?";

/** A fetch whose streamed answers are lost after so many events each. Keeps what it has passed. */
function cuttingFetch(events: number) {
  const passed: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    // What was passed and not read any more when the connection was lost has not arrived.
    const last = request.headers.get("last-event-id");
    if (last !== null) passed.length = Number(last);
    const response = await globalThis.fetch(request);
    if (!response.body || response.headers.get("content-type") !== "text/event-stream") return response;
    let left = events;
    let pending = "";
    const text = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(
      new TransformStream<string, string>({
        transform(chunk, controller) {
          pending += chunk;
          for (let end = pending.indexOf("\n\n"); end >= 0; end = pending.indexOf("\n\n")) {
            if (left === 0) return controller.error(new TypeError("terminated"));
            left -= 1;
            passed.push(pending.slice(0, end + 2));
            controller.enqueue(pending.slice(0, end + 2));
            pending = pending.slice(end + 2);
          }
        },
      }),
    );
    return new Response(text.pipeThrough(new TextEncoderStream()), response);
  };
  return { fetch, passed };
}

it("an answer that is lost after every event arrives as the uncut one does, through the client", async () => {
  const uncut = eventsOf(await (await askForEvents(server, { question })).text());
  for (let events = 1; events <= uncut.length; events += 1) {
    const { fetch, passed } = cuttingFetch(events);
    const client = createSourcesClient({ baseUrl: server.baseUrl, token: server.token, fetch });
    let text = "";
    let last: unknown;
    let answerId: string | undefined;
    const onStatus = ({ answer_id }: { answer_id?: string }) => {
      answerId ??= answer_id;
    };
    for await (const event of streamAnswer(client, { question }, { onStatus })) {
      if (event.type === "delta") text += event.text;
      else last = event.answer;
    }
    const whole = await server.fetch(`${server.baseUrl}/answers/${answerId}/events`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(passed.join("")).toBe(await whole.text());
    expect(last).toMatchObject({ answer: text });
  }
});
