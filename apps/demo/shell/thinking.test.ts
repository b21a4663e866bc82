import { expect, it } from "vitest";
import { thinkingLevels, thinkingOf } from "./thinking.ts";

it("offers levels only where they change something", () => {
  expect(thinkingLevels({ mode: "quotes", model: null })).toEqual([]);
  expect(thinkingLevels({ mode: "model", model: "qwen3:8b" })).toContain("max");
  expect(thinkingLevels(undefined)).not.toContain("max");
});

it("asks with a level that is offered, or leaves it to the service", () => {
  expect(thinkingOf("balanced", [])).toBeUndefined();
  expect(thinkingOf("max", thinkingLevels(undefined))).toBe("accurate");
  expect(thinkingOf("max", thinkingLevels({ mode: "model", model: "m" }))).toBe("max");
});
