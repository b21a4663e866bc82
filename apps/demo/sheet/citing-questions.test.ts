import type { AskMessage } from "@headwater/react-hooks";
import { expect, it } from "vitest";
import { layGrid } from "./cell-grid.ts";
import { citingQuestions } from "./citing-questions.ts";
import { joinTables } from "./join-tables.ts";

const table = joinTables([
  {
    element: { element_id: "e1", text: "", metadata: {} },
    grid: layGrid(
      [
        ["Kind", "Paid"],
        ["Wages", "640.00"],
        ["Reserve", "18,500.00"],
      ].map((cells) => cells.map((text) => ({ text, colSpan: 1, rowSpan: 1 }))),
      1,
    ),
  },
]);
const messages = [
  { role: "user", text: "How much was set aside?" },
  {
    role: "assistant",
    citations: [{ file_id: "f", element_id: "e1", quote: "Kind Paid Reserve 18,500.00" }],
  },
  { role: "user", text: "And wages?" },
  { role: "assistant", citations: [{ file_id: "other", element_id: "e1", quote: "Wages 640.00" }] },
] as unknown as AskMessage[];

it("names the questions whose answers cite the row, in this source alone", () => {
  expect(citingQuestions(messages, "f", table, { elementId: "e1", row: 2 })).toEqual([
    "How much was set aside?",
  ]);
  expect(citingQuestions(messages, "f", table, { elementId: "e1", row: 1 })).toEqual([]);
});
