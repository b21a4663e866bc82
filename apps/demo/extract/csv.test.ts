import { describe, expect, it } from "vitest";
import { columnsOf } from "./columns.ts";
import { csvField, toCsv } from "./csv.ts";

describe("a field of CSV", () => {
  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ["+1+2", "'+1+2"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    [" =1", "' =1"],
    ["＝1", "'＝1"],
    [["=1", "2"], "'=1; 2"],
  ])("disarms %j", (value, field) => {
    expect(csvField(value)).toBe(field);
  });

  it("does not change numbers", () => {
    expect(csvField(-4.11)).toBe("-4.11");
  });

  it("quotes fields that would break a line", () => {
    expect(csvField('a "b", c')).toBe('"a ""b"", c"');
    expect(csvField("a\nb")).toBe('"a\nb"');
  });

  it("leaves out a missing value, and writes false as no", () => {
    expect([null, undefined, false, 0].map(csvField)).toEqual(["", "", "false", "0"]);
  });
});

it("writes a line per source", () => {
  const schema = {
    properties: {
      total: { type: "number" },
      tags: { type: "array", items: { type: "string" } },
      lines: { type: "array", items: { type: "object", properties: { name: {} } } },
      seller: { type: "object", properties: { city: { type: "string" } } },
    },
  };
  const output = { total: 4.11, tags: ["a", "b"], lines: [{ name: "Pump" }], seller: { city: "Oslo" } };
  expect(
    toCsv(columnsOf(schema), [
      { fileName: "x.pdf", output },
      { fileName: "y.pdf", output: {} },
    ]),
  ).toBe(
    'Source,Total,Tags,Lines,"Seller, City"\r\nx.pdf,4.11,a; b,"[{""name"":""Pump""}]",Oslo\r\ny.pdf,,,,\r\n',
  );
});
