import { expect, it } from "vitest";
import { problemOfName } from "./flow-name.ts";
import { flowsSummary } from "./flows-summary.ts";

it("says why a name cannot be an address", () => {
  expect(problemOfName("returns-desk", [])).toBeUndefined();
  expect(problemOfName("Returns desk", [])).toContain("Small letters");
  expect(problemOfName("-a", [])).toContain("Small letters");
  expect(problemOfName("support", ["support"])).toBe('"support" is taken.');
  expect(problemOfName("prompts", [])).toContain("address of the service");
  expect(problemOfName("a".repeat(64), [])).toContain("63");
});

it("tells in one line how flows stand", () => {
  expect(flowsSummary([])).toBe("No flow yet. Make one from your sources.");
  expect(flowsSummary([{ status: "New" }])).toBe("One flow. One was never deployed.");
  expect(flowsSummary([{ status: "Deployed" }, { status: "Failed" }, { status: "Deployed" }])).toBe(
    "Three flows. Two answer at their address, one failed.",
  );
});
