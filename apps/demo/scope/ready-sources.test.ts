import type { Source } from "@headwater/client";
import { expect, it } from "vitest";
import {
  holdsAll,
  idsTagged,
  readySources,
  scopeName,
  scopeWords,
  toggled,
  toggledAll,
} from "./ready-sources.ts";

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

it("puts the newest first", () => {
  const dated = sources.map((source, index) => ({
    ...source,
    created_at: `2026-01-0${index + 1}T00:00:00Z`,
  }));
  expect(readySources(dated).map(({ file_id }) => file_id)).toEqual(["d", "a"]);
});

it("ticks and unticks the sources of a tag together", () => {
  const tagged = sources.map((source) => ({ ...source, tags: source.file_id === "c" ? [] : ["paid"] }));
  expect(idsTagged(tagged, ["paid"])).toEqual(["a", "d"]);
  expect(toggledAll(["c", "a"], ["a", "d"])).toEqual(["c", "a", "d"]);
  expect(toggledAll(["c", "a", "d"], ["a", "d"])).toEqual(["c"]);
  expect(toggledAll(["a", "d"], ["a", "d"])).toBeUndefined();
  expect([holdsAll(undefined, ["a"]), holdsAll(["a"], ["a", "d"]), holdsAll(["d", "a"], ["a", "d"])]).toEqual(
    [false, false, true],
  );
});
