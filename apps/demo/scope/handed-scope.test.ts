import { expect, it } from "vitest";
import { handScope, takeHandedScope } from "./handed-scope.ts";

const emptyStorage = () => {
  const entries = new Map<string, string>();
  const storage = {
    setItem: (key: string, value: string) => void entries.set(key, value),
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
  return () => storage;
};
const switchedOff = () => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};

it("hands any number of sources over, once", () => {
  const storage = emptyStorage();
  const fileIds = Array.from({ length: 5_000 }, () => crypto.randomUUID());
  expect(handScope(fileIds, storage)).toBe(true);
  expect(takeHandedScope(storage)).toEqual(fileIds);
  expect(takeHandedScope(storage)).toEqual([]);
});

it("means no source, not all, when nothing was handed over or it cannot be read", () => {
  const storage = emptyStorage();
  expect(takeHandedScope(storage)).toEqual([]);
  storage().setItem("headwater-handed-scope", "{");
  expect(takeHandedScope(storage)).toEqual([]);
  storage().setItem("headwater-handed-scope", '{"a":1}');
  expect(takeHandedScope(storage)).toEqual([]);
  expect(takeHandedScope(switchedOff)).toEqual([]);
});

it("says when the browser stores nothing", () => {
  expect(handScope(["a"], switchedOff)).toBe(false);
});
