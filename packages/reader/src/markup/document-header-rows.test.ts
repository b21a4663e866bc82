import { describe, expect, it } from "vitest";
import { documentHeaderRows } from "./document-header-rows.ts";

const cellsOf = (rows: string[][]) => rows.map((row) => row.map((text) => ({ text })));

describe("heading rows that nothing marks", () => {
  it.each([
    [
      "models",
      [
        ["Property", "KX-20", "KX-35"],
        ["Weight", "3.5 kg", "6 kg"],
        ["Noise", "41 dB(A)", "48 dB(A)"],
      ],
    ],
    [
      "plans, with words in some rows",
      [
        ["Feature", "Basic 100", "Max 900"],
        ["Storage", "100 GB", "900 GB"],
        ["Support", "e-mail", "phone"],
        ["Notice", "1 month", "3 months"],
      ],
    ],
    [
      "quarters",
      [
        ["Region", "Q1 2024", "Q2 2024"],
        ["North", "1,200", "1,340"],
        ["South", "870", "905"],
      ],
    ],
    [
      "years",
      [
        ["Branch", "2023", "2024"],
        ["Alton", "470", "468"],
        ["Corby", "2,402", "2,344"],
      ],
    ],
  ])("%s", (_kind, rows) => {
    expect(documentHeaderRows(cellsOf(rows))).toBe(1);
  });

  it.each([
    [
      "a row of data like the others",
      [
        ["B-40", "Karst 1", "100.50"],
        ["B-41", "Karst 2", "101.50"],
        ["B-42", "Karst 3", "12.00"],
      ],
    ],
    [
      "labels on the left",
      [
        ["Power", "180 W", "250 W"],
        ["Weight", "4.6 kg", "5.9 kg"],
        ["Height", "90 cm", "95 cm"],
      ],
    ],
    [
      "labels with one value each",
      [
        ["Invoice no.", "A-12"],
        ["Date", "3 May 2024"],
        ["Total", "12.00"],
      ],
    ],
  ])("but not %s", (_kind, rows) => {
    expect(documentHeaderRows(cellsOf(rows))).toBe(0);
  });
});

describe("heading rows with spans", () => {
  const body = cellsOf([
    ["North", "8", "4"],
    ["South", "9", "5"],
  ]);

  it("are below a title across the table", () => {
    const rows = [[{ text: "Hours of May", colspan: 3 }], ...cellsOf([["Area", "Day", "Night"]]), ...body];
    expect(documentHeaderRows(rows)).toBe(2);
    expect(documentHeaderRows([...rows.slice(0, 1), ...body])).toBe(0);
  });

  it("are stacked where one spans columns and the one beside it reaches down", () => {
    const group = [
      [
        { text: "Area", rowspan: 2 },
        { text: "Hours", colspan: 2 },
      ],
      [{ text: "Day" }, { text: "Night" }],
    ];
    expect(documentHeaderRows([...group, ...body])).toBe(2);
    const labels = [
      [{ text: "Area", rowspan: 2 }, { text: "Day" }, { text: "8" }],
      ...group.slice(1),
      ...body,
    ];
    expect(documentHeaderRows(labels)).toBe(0);
  });
});
