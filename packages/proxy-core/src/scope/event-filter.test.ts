import fc from "fast-check";
import { expect, test } from "vitest";
import { failure } from "../errors.ts";
import { createEventFilter } from "./event-filter.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (chunk: Uint8Array) => new TextDecoder().decode(chunk);
const answerTo = () => failure(503, "Try again later");

test("however the bytes are cut, they pass unchanged, each event after its data was seen", async () => {
  const stream =
    '\ufeff: note\n\nevent: delta\ndata: {"text":"ä漢"}\n\nid: 7\r\nevent:answer\r\ndata:{"n":\r\ndata: 1}\r\n\r\ndata: 2\r\r';
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: bytes(stream).length }), { maxLength: 12 }), async (cuts) => {
      const seen: unknown[] = [];
      let passed = "";
      const filter = createEventFilter(async (data) => {
        seen.push(data);
        expect(passed).not.toContain(data === 2 ? "data: 2" : '"n"');
        return data;
      }, answerTo);
      const all = bytes(stream);
      const places = [0, ...cuts.toSorted((one, other) => one - other), all.length];
      for (const [index, place] of places.slice(0, -1).entries())
        passed += new TextDecoder("utf-8", { ignoreBOM: true }).decode(
          await filter.pass(all.slice(place, places[index + 1])),
        );
      expect(passed).toBe(stream);
      expect(seen).toEqual([{ n: 1 }, 2]);
    }),
  );
});

test("what could not be recorded is not told, nor anything after it", async () => {
  const filter = createEventFilter(() => Promise.reject(new Error("no database")), answerTo);
  const first = text(
    await filter.pass(bytes('event: delta\ndata: {"text":"a"}\n\nevent: answer\ndata: {"id":1}\n\n')),
  );
  expect(first).toMatch(
    /^event: delta\ndata: \{"text":"a"\}\n\nevent: error\ndata: \{"detail":"Try again later".*\n\n$/,
  );
  expect(text(await filter.pass(bytes('event: answer\ndata: {"id":1}\n\n')))).toBe("");
});

test("data that is not JSON is not passed", async () => {
  const filter = createEventFilter(async (data) => data, answerTo);
  expect(text(await filter.pass(bytes("event: answer\ndata: {id\n\n")))).toContain("event: error");
});

test("half an event waits", async () => {
  const filter = createEventFilter(async (data) => data, answerTo);
  expect(text(await filter.pass(bytes('event: answer\ndata: {"id":1}\n')))).toBe("");
});
