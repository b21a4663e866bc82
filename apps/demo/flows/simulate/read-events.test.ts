import { expect, it } from "vitest";
import { readEvents } from "./read-events.ts";

const streamed = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

async function read(...pieces: string[]) {
  const events = [];
  for await (const event of readEvents(streamed(...pieces))) events.push(event);
  return events;
}

it("reads events whatever the pieces are that they arrive in", async () => {
  const text = 'event: node\ndata: {"a":1}\n\n: still here\n\ndata: one\ndata: two\n\n';
  const expected = [
    { event: "node", data: '{"a":1}' },
    { event: "message", data: "one\ntwo" },
  ];
  expect(await read(text)).toEqual(expected);
  expect(await read(...text)).toEqual(expected);
});

it("leaves out an event that was cut off", async () => {
  expect(await read("event: result\ndata: {")).toEqual([]);
});

it("reads in a browser that cannot iterate over a stream", async () => {
  const { prototype } = ReadableStream;
  const iterate = Object.getOwnPropertyDescriptor(prototype, Symbol.asyncIterator) as PropertyDescriptor;
  Reflect.deleteProperty(prototype, Symbol.asyncIterator);
  try {
    expect(await read("data: one\n\n")).toEqual([{ event: "message", data: "one" }]);
  } finally {
    Object.defineProperty(prototype, Symbol.asyncIterator, iterate);
  }
});

it("ends the connection when nobody reads on", async () => {
  let isEnded = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("data: one\n\n")),
    cancel() {
      isEnded = true;
    },
  });
  const events = readEvents(body);
  await events.next();
  await events.return();
  expect(isEnded).toBe(true);
});
