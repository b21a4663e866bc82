import { expect, it } from "vitest";
import { readByteRange } from "./byte-range.ts";

it.each([
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["Bytes=90-", { start: 90, end: 99 }],
  ["bytes=0-99999999999999999999999", { start: 0, end: 99 }],
  ["bytes=-5", { start: 95, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=99999999999999999999999-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  [undefined, null],
  ["", null],
  ["bytes=0-4,10-14", null],
  ["bytes=20-10", null],
  ["bytes=-", null],
  ["bytes=a-b", null],
  ["bytes=1x-2", null],
  ["bytes 0-4", null],
  ["items=0-4", null],
])("%s of 100 bytes", (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});

it("finds no range in no bytes", () => {
  for (const header of ["bytes=0-", "bytes=0-0", "bytes=-5"])
    expect(readByteRange(header, 0)).toBe("unsatisfiable");
  expect(readByteRange(undefined, 0)).toBeNull();
});
