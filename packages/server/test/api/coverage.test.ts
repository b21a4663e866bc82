import { readdirSync } from "node:fs";
import { operations } from "@headwater/spec";
import { describe, expect, it } from "vitest";

const tested = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".test.ts") && name !== "coverage.test.ts")
  .map((name) => name.replace(".test.ts", ""));

describe("every operation of the spec", () => {
  it.each(Object.keys(operations))("%s has a test file", (operationId) => {
    expect(tested).toContain(operationId);
  });

  it("no test file is for an operation that does not exist", () => {
    expect(tested.filter((name) => !(name in operations))).toEqual([]);
  });
});
