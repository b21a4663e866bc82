import { describe, expect, it } from "vitest";
import { type Line, makeLine } from "../page/line.ts";
import { labelledRow } from "./labelled-values.ts";

function lineAt(text: string, left: number, row: number, weight = 400): Line {
  const font = { name: "Body", weight, italic: false, monospaced: false };
  const [size, top] = [10, 100 + row * 12];
  let next = left;
  const words = text.split(" ").map((word) => {
    const right = next + word.length * 5;
    const placed = { text: word, left: next, right, top, bottom: top + 12, ascent: 9, size, font };
    next = right + 3;
    return { ...placed, direction: 0 as const, spaceBefore: true };
  });
  return makeLine(words);
}

const column = (left: number, [label = "", ...values]: string[]): Line[] => [
  lineAt(label, left, 0, 700),
  ...values.map((value, row) => lineAt(value, left, row + 1)),
];

const textsOf = (lines: Line[]) =>
  labelledRow(lines)?.columns.map((found) => found.lines.map((line) => line.text)) ?? null;

describe("labelledRow", () => {
  it("takes several lines under labels where one of them is of an address or an account", () => {
    const company = ["Muster GmbH", "Hauptstraße 1", "10115 Berlin"];
    const account = ["Bank", "Sparkasse", "IBAN DE89 3704"];
    expect(textsOf([...column(72, company), ...column(222, account)])).toEqual([company, account]);
    const table = ["Town", "London", "New York"];
    expect(textsOf([...column(72, ["Name", "Ada", "Grace"]), ...column(222, table)])).toBeNull();
  });

  it("takes an address under any label beside a fact of one line", () => {
    const address = ["Prepared for", "Mrs Lind", "4 Abbey Close", "Selby YO8 4DD"];
    const fact = ["Valid until", "30 June"];
    expect(textsOf([...column(72, address), ...column(222, fact)])).toEqual([address, fact]);
    const full = ["Floor", "cellar", "ground", "first"];
    expect(textsOf([...column(72, address), ...column(222, full)])).toBeNull();
  });

  it("is none when something else stands beside it", () => {
    const row = [...column(72, ["Date", "12 May"]), ...column(222, ["Due", "11 June"])];
    expect(textsOf(row)).toHaveLength(2);
    expect(textsOf([...row, lineAt("a line of other text", 350, 0.6)])).toBeNull();
  });
});
