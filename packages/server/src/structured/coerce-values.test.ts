import { expect, test } from "vitest";
import { coerceValues } from "./coerce-values.ts";

const number = { type: ["number", "null"] };
const date = { type: "string", format: "date" };

test.each<[schema: object, given: unknown, coerced: unknown]>([
  [number, "1,214.50 GBP", 1214.5],
  [number, "-20,00 €", -20],
  [number, "(20.00)", -20],
  [number, "19 %", 19],
  [number, "3 of 5", "3 of 5"],
  [number, "12.05.2024", "12.05.2024"],
  [number, "N/A", null],
  [{ type: "integer" }, "3", 3],
  [{ type: "integer" }, "3.5", "3.5"],
  [{ type: "string" }, 4711, "4711"],
  [{ type: "string" }, "none", "none"],
  [{ type: ["string", "null"] }, "null", null],
  [date, "12 May 2025", "2025-05-12"],
  [date, "05/06/2025", "2025-06-05"],
  [date, "1 to 3 May", "1 to 3 May"],
  [{ type: "string", format: "date-time" }, "12 May 2025 14:30", "2025-05-12T14:30:00Z"],
  [{ type: "boolean" }, "Yes", true],
  [{ enum: ["open", "closed", null] }, "OPEN", "open"],
  [{ enum: ["in_progress", "done"] }, "In progress", "in_progress"],
  [{ enum: [1, 2] }, "2", 2],
  [{ enum: ["open", "closed"] }, "half open", "half open"],
  [{ type: "array", items: number }, "7", [7]],
  [{ type: "array", items: number }, '["7", "8"]', [7, 8]],
  [{ type: "object", properties: { a: number } }, '{"a": "1"}', { a: 1 }],
  [{ type: "object", properties: { dueDate: date } }, { "Due date": "1.5.2025" }, { dueDate: "2025-05-01" }],
  [number, [7], 7],
  [number, { value: "7", unit: "kg" }, 7],
  [number, "twelve", 12],
  [number, "twelve or so", "twelve or so"],
  [{ type: "string" }, " Harrow LLP\n", "Harrow LLP"],
  [date, "2025-05-12T00:00:00Z", "2025-05-12"],
  [date, "2025-05-12T14:30:00Z", "2025-05-12T14:30:00Z"],
  [{ enum: ["open", "closed"] }, "Status: open", "open"],
  [{}, { value: 7, unit: "kg" }, { value: 7, unit: "kg" }],
  [{ type: "array", items: number }, { items: ["7", "8"] }, [7, 8]],
  [{ anyOf: [number, { type: "null" }] }, "7", 7],
])("%j: %j is %j", (schema, given, coerced) => {
  expect(coerceValues(schema as Record<string, unknown>, given, "day-first")).toEqual(coerced);
});
