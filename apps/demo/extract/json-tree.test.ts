import { findNodeAtLocation } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { readJson } from "./json-tree.ts";

const problem = (text: string) => {
  const read = readJson(text);
  return "problem" in read
    ? `${text.slice(read.problem.start, read.problem.end)} | ${read.problem.message}`
    : undefined;
};

describe("parsing JSON with positions", () => {
  it("returns the position of each value", () => {
    const text = '{ "a": [1, true, null, "x\\n"] }';
    const read = readJson(text);
    if ("problem" in read) throw new Error("not read");
    const list = findNodeAtLocation(read.node, ["a"])?.children ?? [];
    expect(list.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual([
      ...["1", "true", "null", '"x\\n"'],
    ]);
    expect(list.map(({ type }) => type)).toEqual(["number", "boolean", "null", "string"]);
  });

  it.each([
    ['{"a": 1,}', "} | The comma before } is one too many."],
    ['{"a": 1 "b": 2}', '"b" | A comma is missing before "b".'],
    ['{"a" 1}', '1 | A colon is missing after "a".'],
    ["{a: 1}", "a | A name in double quotes is missing before a."],
    ['{"a": string}', "string | string is not a value. Put words in double quotes."],
    ['{"a": "x}', '"x} | A closing quotation mark is missing.'],
    ['{"a": [1, 2', "2 | A closing ] is missing."],
    ['{"a": 1', "1 | A closing } is missing."],
    ["{} x", "x | x comes after the end."],
    ['{"a": 01}', "1 | A comma is missing before 1."],
    ["{b}", "b | A name in double quotes is missing before b."],
    ['{"a": 1, b: 2}', "b | A name in double quotes is missing before b."],
    ["[1, x]", "x | x is not a value. Put words in double quotes."],
    ["[1,]", "] | The comma before ] is one too many."],
    ["{,}", ", | A name in double quotes is missing before ,."],
    ['{"a": // b', "// b | JSON has no comments."],
    ['{"a": "\\x"}', '"\\x" | A backslash in these quotes means nothing. Write \\\\ for one.'],
    ['{"a": "b\tc"}', '"b\tc" | These quotes hold a control character. Write \\t for a tab.'],
    ['{"a":', ": | A value is missing at the end."],
    ["", " | Nothing is written here yet."],
  ])("says what is wrong in %s", (text, said) => {
    expect(problem(text)).toBe(said);
  });

  it("accepts and refuses the same texts as JSON.parse", () => {
    for (const text of ["[]", "{}", '"\\u00e9"', "-0.5e+10", ' [ {"a":{}} ] ', '{"a":{"b":[[],{}]}}'])
      expect(problem(text)).toBeUndefined();
    for (const text of ["+1", ".5", "1.", "'a'", "[1,]", "nul", '"\\x"', "{", "[", ":", "{,}", "[1 2]"])
      expect(problem(text)).toBeDefined();
  });

  it("limits the depth", () => {
    expect(problem("[".repeat(10_000))).toMatch(/levels/);
    expect(problem(`["${"[".repeat(100)}"]`)).toBeUndefined();
    expect(problem(`[${"[],".repeat(100)}[]]`)).toBeUndefined();
  });
});
