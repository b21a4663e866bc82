import type { Source } from "@headwater/client";
import { expect, it } from "vitest";
import { askedScope } from "./asked-scope.ts";

const address = { fileIds: [], question: undefined, tags: [], isHanded: false };
const sources = [
  { file_id: "a", status: "Completed", tags: ["paid"] },
  { file_id: "b", status: "Completed", tags: ["open"] },
  { file_id: "c", status: "Processing", tags: ["paid", "new"] },
] as Source[];

it("takes the sources that are named, tagged or handed over", () => {
  expect(askedScope({ ...address, fileIds: ["x"] }, undefined)).toEqual(["x"]);
  expect(askedScope({ ...address, tags: ["paid", "open"] }, sources)?.toSorted()).toEqual(["a", "b"]);
  expect(askedScope({ ...address, isHanded: true }, undefined, () => ["a", "b"])).toEqual(["a", "b"]);
});

it("leaves the scope alone when the address names none, and waits while it is not known", () => {
  expect(askedScope(address, sources)).toBeNull();
  expect(askedScope({ ...address, tags: ["paid"] }, undefined)).toBeUndefined();
});

it("means no source, not all, when none can be asked yet", () => {
  expect(askedScope({ ...address, tags: ["new"] }, sources)).toEqual([]);
  expect(askedScope({ ...address, isHanded: true }, sources, () => [])).toEqual([]);
});
