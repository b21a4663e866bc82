import type { Source } from "@headwater/client";
import { expect, it } from "vitest";
import { readySources, scopeName, scopeWords, toggled } from "./ready-sources.ts";

const source = (file_id: string, status: Source["status"]) =>
  ({ file_id, file_name: `${file_id}.pdf`, status }) as Source;
const sources = [
  source("a", "Completed"),
  source("b", "Processing"),
  source("c", "Processing failed"),
  source("d", "Processed"),
];

it("offers the sources that can be asked, and the chosen ones", () => {
  expect(readySources(sources).map(({ file_id }) => file_id)).toEqual(["a", "d"]);
  expect(readySources(sources, ["b"]).map(({ file_id }) => file_id)).toEqual(["a", "b", "d"]);
});

it("names a scope", () => {
  const ready = readySources(sources);
  expect(scopeWords(ready, undefined)).toBe("all 2 sources");
  expect(scopeWords(ready, ["d"])).toBe("d.pdf");
  expect(scopeWords(ready, ["a", "d"])).toBe("2 sources");
  expect(scopeWords(ready, ["x"])).toBe("a source that is gone");
  expect(scopeWords(ready, ["x", "y"])).toBe("2 sources that are gone");
  expect(scopeWords(undefined, undefined)).toBe("all sources");
});

it("distinguishes a file name from our own words", () => {
  expect(scopeName(sources, ["d"])).toBe("d.pdf");
  expect([undefined, [], ["x"], ["a", "d"]].map((scope) => scopeName(sources, scope))).toEqual(
    Array(4).fill(undefined),
  );
});

it("means all sources again when the last one is unticked", () => {
  expect(toggled(undefined, "a")).toEqual(["a"]);
  expect(toggled(["a"], "b")).toEqual(["a", "b"]);
  expect(toggled(["a"], "a")).toBeUndefined();
});
