import { expect, test } from "vitest";
import { ServiceError } from "../kernel/service-error.ts";
import { streamEvents } from "./answer-stream.ts";
import type { ServerEvent } from "./event-frame.ts";

const delta = (piece: string): ServerEvent => ({ event: "delta", data: { text: piece } });
const bodyOf = async (events: AsyncIterable<ServerEvent>) =>
  (await streamEvents(events, "Failed to answer question")).body as AsyncIterable<Uint8Array>;
const piecesOf = async (body: AsyncIterable<Uint8Array>) => {
  const pieces: string[] = [];
  for await (const piece of body) pieces.push(Buffer.from(piece).toString());
  return pieces;
};

test("each event is a frame of its own, in order", async () => {
  const body = await bodyOf(
    (async function* () {
      yield delta("Two years [1].");
      yield delta(" Éa\n");
      yield { event: "answer", data: { answer: "Two years [1]. Éa\n" } };
    })(),
  );
  expect(await piecesOf(body)).toEqual([
    'id: 1\nevent: delta\ndata: {"text":"Two years [1]."}\n\n',
    'id: 2\nevent: delta\ndata: {"text":" Éa\\n"}\n\n',
    'id: 3\nevent: answer\ndata: {"answer":"Two years [1]. Éa\\n"}\n\n',
  ]);
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
  const frames = await piecesOf(body);
  expect(frames[0]).toBe('id: 1\nevent: delta\ndata: {"text":"One"}\n\n');
  expect(frames[1]).toContain(`id: 2\nevent: error\ndata: ${data}`);
  expect(frames[1]).not.toContain("secret");
  expect(frames).toHaveLength(2);
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
