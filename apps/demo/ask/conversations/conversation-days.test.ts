import { expect, it } from "vitest";
import { conversationDays } from "./conversation-days.ts";

const now = new Date(2026, 10, 23, 12);
const at = (...date: [number, number, number, number?]) => ({ updated_at: new Date(...date).toISOString() });

it("begins days at the reader's midnight, and keeps the order", () => {
  const items = [at(2026, 10, 23), at(2026, 10, 22, 23), at(2026, 10, 22), at(2026, 10, 16), at(2026, 9, 1)];
  expect(conversationDays(items, now).map(({ name, items }) => [name, items.length])).toEqual([
    ["Today", 1],
    ["Yesterday", 2],
    ["Last week", 1],
    ["Earlier", 1],
  ]);
});

it("puts a clock that runs ahead into today", () => {
  expect(conversationDays([at(2026, 10, 24)], now)[0]?.name).toBe("Today");
});
