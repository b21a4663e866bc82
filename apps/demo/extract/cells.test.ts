import { describe, expect, it } from "vitest";
import { cellsOf, isCode, isStated, pointerTo, shown } from "./cells.ts";
import { columnsOf } from "./columns.ts";
import { footnotesOf, letterOf } from "./footnotes.ts";

const schema = {
  type: "object",
  properties: {
    invoiceNumber: { type: "string" },
    net: { type: ["number", "null"] },
    seller: { type: "object", properties: { city: { type: "string" } } },
    tags: { type: "array", items: { type: "string" } },
    lines: { type: "array", items: { type: "object", properties: { name: {}, price: { type: "number" } } } },
  },
};
const columns = columnsOf(schema);

it("makes columns from a schema", () => {
  expect(columns.map(({ label, kind, numeric }) => [label, kind, numeric])).toEqual([
    ["Invoice number", "value", false],
    ["Net", "value", true],
    ["Seller, City", "value", false],
    ["Tags", "list", false],
    ["Lines", "table", false],
  ]);
});

describe("the cells of an output", () => {
  const output = {
    invoiceNumber: "A1",
    seller: { city: "Oslo" },
    tags: [],
    lines: [{ name: "Pump", price: null }],
  };

  it("have the pointers of their evidence", () => {
    expect(cellsOf(columns, output).map(({ pointer, value }) => [pointer, value])).toEqual([
      ["/invoiceNumber", "A1"],
      ["/net", undefined],
      ["/seller/city", "Oslo"],
      ["/tags", undefined],
      ["/lines/0/name", "Pump"],
      ["/lines/0/price", null],
    ]);
    expect(pointerTo("", "a/b", "c~d")).toBe("/a~1b/c~0d");
  });

  it("say why they are empty", () => {
    const rows = [
      { fileId: "1", fileName: "x.pdf", output },
      {
        fileId: "2",
        fileName: "y.pdf",
        output: { ...output, net: 1, tags: ["a"], lines: [{ name: "b", price: 2 }] },
      },
      {
        fileId: "3",
        fileName: "z.pdf",
        output: { ...output, net: null, tags: ["a"], lines: [{ name: "b", price: 2 }] },
      },
    ];
    expect(footnotesOf(columns, rows)).toEqual([
      {
        letter: "a",
        fileId: "1",
        text: "x.pdf: “Net”, “Tags” and “Lines, price” were not found in the document, so they were left empty and not guessed.",
      },
      {
        letter: "b",
        fileId: "3",
        text: "z.pdf: “Net” was not found in the document, so it was left empty and not guessed.",
      },
    ]);
  });

  it("accept an output that does not fit the schema", () => {
    expect(cellsOf(columns, "text").every(({ value }) => !isStated(value))).toBe(true);
    expect(cellsOf(columns, { lines: "one", tags: "two" }).map(({ value }) => value)).toContain("two");
  });
});

it("continues the letters of footnotes after z", () => {
  expect([0, 25, 26, 27, 52].map(letterOf)).toEqual(["a", "z", "aa", "ab", "ba"]);
});

it("shows values in words", () => {
  expect([true, 0, "x", { a: 1 }].map(shown)).toEqual(["yes", "0", "x", '{"a":1}']);
  expect(["993548900", "INV-2022/17", "2014-04-19", "Oslo", "EUR", "4"].map(isCode)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
