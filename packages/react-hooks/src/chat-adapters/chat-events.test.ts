// @vitest-environment node
import { createSourcesClient } from "@headwater/client";
import { expect, test } from "vitest";
import { routedFetch } from "../../testing/scripted-fetch.ts";
import { type ChatEvent, chatEvents } from "./chat-events.ts";

const answer = { answer: "Two years. [1]", citations: [{ index: 1 }], conversation_id: "c1" };
const turn = { question: "How long?", conversationId: undefined, signal: undefined };

const clientOver = (fetch: ReturnType<typeof routedFetch>) =>
  createSourcesClient({ baseUrl: "http://app.test/api/documents", fetch, maxRetries: 0 });

async function collect(events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const collected: ChatEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

const frames = (...events: [string, unknown][]) =>
  events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join("");

const streamed = (text: string, last?: (controller: ReadableStreamDefaultController) => void) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        if (last) last(controller);
        else controller.close();
      },
    }),
    { headers: { "content-type": "text/event-stream" } },
  );

test("a citation comes once, before its text, and the answer last", async () => {
  const text = frames(["citation", { index: 1 }], ["delta", { text: answer.answer }], ["answer", answer]);
  const client = clientOver(routedFetch({ "POST /ask-sources": () => streamed(text) }));
  expect((await collect(chatEvents({ client }, turn))).map(({ type }) => type)).toEqual([
    "citation",
    "text",
    "end",
  ]);
});

test("an answer that comes at once is told in the same way", async () => {
  const client = clientOver(routedFetch({ "POST /ask-sources": Response.json(answer) }));
  expect(await collect(chatEvents({ client }, turn))).toEqual([
    { type: "citation", citation: { index: 1 } },
    { type: "text", text: answer.answer },
    { type: "end", answer },
  ]);
});

test("a stop reaches the service", async () => {
  const controller = new AbortController();
  const begun = frames(["status", { answer_id: "a1" }], ["delta", { text: "Two " }]);
  const fetch = routedFetch({
    "POST /ask-sources": () => streamed(begun, () => {}),
    "DELETE /answers/a1": Response.json({ success: true }),
  });
  const events = chatEvents({ client: clientOver(fetch) }, { ...turn, signal: controller.signal });
  expect((await events.next()).value).toEqual({ type: "text", text: "Two " });
  const reason = new Error("Stopped by the user");
  controller.abort(reason);
  await expect(events.next()).rejects.toBe(reason);
  expect(fetch.requests.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
});
