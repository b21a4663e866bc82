import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMessage } from "./read-message.ts";

const read = (text: string) => readMessage(Buffer.from(text));

describe("readMessage", () => {
  it("reads any JSON as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 10 }), (text) => {
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("leaves what is not JSON to the protocol", () => {
    for (const text of ["", "{", '"', '"\\"', "[1,", "}"]) expect(read(text), text).toBeUndefined();
  });

  it("counts values, and not what stands in texts", () => {
    const texts = `["${",[{".repeat(100_000)}", "${'\\",[{'.repeat(100_000)}", "\\\\"]`;
    expect(read(texts)).toEqual(JSON.parse(texts));
    const ids = JSON.stringify(Array.from({ length: 40_000 }, String));
    expect(read(ids)).toHaveLength(40_000);
    expect(() => read(`[${"1,".repeat(60_000)}1]`)).toThrow("more than 50000 values");
    expect(() => read(`["\\\\",${"[],".repeat(60_000)}1]`)).toThrow("more than 50000 values");
    expect(() => read(`${"[".repeat(101)}${"]".repeat(101)}`)).toThrow("more than 100 levels");
  });
});
