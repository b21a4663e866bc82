import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ServiceError } from "../kernel/service-error.ts";
import { type ServerEvent, streamEvents } from "./answer-stream.ts";

const delta = (piece: string): ServerEvent => ({ event: "delta", data: { text: piece } });
const bodyOf = async (events: AsyncIterable<ServerEvent>) =>
  (await streamEvents(events, "Failed to answer question")).body as NodeJS.ReadableStream;

test("each event is a frame of its own, in order", async () => {
  const body = await bodyOf(
    (async function* () {
      yield delta("Two years [1].");
      yield delta(" Éa\n");
      yield { event: "answer", data: { answer: "Two years [1]. Éa\n" } };
    })(),
  );
  expect(await text(body)).toBe(
    'event: delta\ndata: {"text":"Two years [1]."}\n\n' +
      'event: delta\ndata: {"text":" Éa\\n"}\n\n' +
      'event: answer\ndata: {"answer":"Two years [1]. Éa\\n"}\n\n',
  );
});

test("a failure before the first event is answered without a stream", async () => {
  // biome-ignore lint/correctness/useYield: it fails before it could
  const failing = (async function* (): AsyncGenerator<ServerEvent> {
    throw new ServiceError(400, "question is required");
  })();
  await expect(bodyOf(failing)).rejects.toThrow(new ServiceError(400, "question is required"));
});

test.each([
  [new ServiceError(404, "File not found"), '{"detail":"File not found"'],
  [new TypeError("a secret"), '{"detail":"Failed to answer question'],
])("what fails later ends the stream with an error: %s", async (error, data) => {
  const body = await bodyOf(
    (async function* () {
      yield delta("One");
      throw error;
    })(),
  );
  const frames = (await text(body)).split("\n\n");
  expect(frames[0]).toBe('event: delta\ndata: {"text":"One"}');
  expect(frames[1]).toContain(`event: error\ndata: ${data}`);
  expect(frames[1]).not.toContain("secret");
  expect(frames.slice(2)).toEqual([""]);
});

test("a client that leaves ends the work", async () => {
  let ended = false;
  const body = await bodyOf(
    (async function* () {
      try {
        for (;;) yield delta("on and on ".repeat(10_000));
      } finally {
        ended = true;
      }
    })(),
  );
  for await (const _ of body) break;
  await expect.poll(() => ended).toBe(true);
});
