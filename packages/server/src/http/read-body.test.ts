import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { readBody } from "./read-body.ts";

const sending = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));
const read = (payload: Readable, declaredBytes: number | undefined) =>
  readBody(payload, { declaredBytes, maxBytes: 10 });

it.each([
  ["of a known length", 7],
  ["of an unknown length", undefined],
])("joins the pieces of a body %s, in memory that is nobody else's", async (_, declaredBytes) => {
  const body = await read(sending("one", "", "four"), declaredBytes);
  expect(body.toString()).toBe("onefour");
  expect(body.buffer.byteLength).toBe(7);
});

it.each([
  ["shorter", 8],
  ["longer", 6],
])("refuses a body %s than it was said to be", async (_, declaredBytes) => {
  await expect(read(sending("one", "four"), declaredBytes)).rejects.toMatchObject({
    status: 400,
    message: "Invalid input: the body is shorter or longer than Content-Length says",
  });
});

it.each([
  ["said", 11],
  ["found", undefined],
])("refuses a body that is %s to be too large, and leaves it open", async (_, declaredBytes) => {
  const payload = sending("123456", "123456", "123456");
  await expect(read(payload, declaredBytes)).rejects.toMatchObject({ status: 413 });
  expect(payload.destroyed).toBe(false);
});

it("takes a connection that breaks for the caller's fault", async () => {
  const payload = new Readable({ read() {} });
  const reading = read(payload, 10);
  payload.destroy(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
  await expect(reading).rejects.toMatchObject({ statusCode: 400 });
});
