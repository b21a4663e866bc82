import { expect, test } from "vitest";
import { makeCompound } from "../../testing/fixtures/compound.ts";
import { ParseError } from "../parse-error.ts";
import { openCompoundFile } from "./compound-file.ts";

const filled = (length: number, step: number) => Uint8Array.from({ length }, (_, index) => index * step);
const small = filled(100, 3);
const large = filled(70_000, 7);
const file = () => makeCompound({ Small: small, Large: large });
/** Where the table of chains begins: the first sector that the header lists. */
const tableOf = (bytes: Uint8Array) => (new DataView(bytes.buffer).getUint32(76, true) + 1) * 512;

test("streams are found by name in any case, long and short ones", () => {
  const container = openCompoundFile(file());
  expect(container.stream("small")).toEqual(small);
  expect(container.stream("LARGE")).toEqual(large);
  expect(container.stream("none")).toBeUndefined();
  expect(container.stream("constructor")).toBeUndefined();
});

test("a container whose table of chains is listed in several lists", () => {
  const huge = filled(8_000_000, 11);
  const found = openCompoundFile(makeCompound({ Huge: huge })).stream("Huge") ?? new Uint8Array();
  // `toEqual` takes seconds for so many bytes.
  expect(Buffer.compare(found, huge)).toBe(0);
});

test("chains in circles end", () => {
  const bytes = file();
  const view = new DataView(bytes.buffer);
  const table = tableOf(bytes);
  for (let sector = 0; sector < 128; sector += 1) view.setUint32(table + 4 * sector, sector, true);
  const container = openCompoundFile(bytes);
  expect(container.stream("Large")?.length).toBeLessThanOrEqual(bytes.length);
  expect(container.stream("Small")?.length).toBeLessThanOrEqual(bytes.length);
});

test("streams that say they are far larger than the file are cut", () => {
  const bytes = file();
  const view = new DataView(bytes.buffer);
  const directory = (view.getUint32(48, true) + 1) * 512;
  for (let entry = 0; entry < 4; entry += 1) view.setUint32(directory + 128 * entry + 120, 0x7fffffff, true);
  expect(openCompoundFile(bytes).stream("Large")?.length).toBeLessThanOrEqual(bytes.length);
});

test("cut files give what is left, or say that they are damaged", () => {
  const whole = file();
  for (let length = 0; length < whole.length; length += 97) {
    try {
      openCompoundFile(whole.slice(0, length)).stream("Large");
    } catch (error) {
      expect(error).toBeInstanceOf(ParseError);
    }
  }
});
