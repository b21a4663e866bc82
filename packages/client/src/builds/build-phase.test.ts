import type { Build } from "@headwater/spec";
import { describe, expect, it } from "vitest";
import { example } from "../../testing/example.ts";
import { buildPhase, isSettled } from "./build-phase.ts";

const known = (name: string) => buildPhase(example<Build>(`getBuild.200${name}`));

describe("buildPhase", () => {
  it("reads every state of the contract", () => {
    expect(known(".pending")).toBe("waiting");
    expect(known(".processing")).toBe("waiting");
    expect(known("")).toBe("ready");
    expect(known(".partial")).toBe("partial");
    expect(known(".failed")).toBe("failed");
    expect(known(".not-found")).toBe("missing");
  });

  it.each(["Pending", "Processing", "Completed", "Something"])(
    "takes an error for a failure while %s",
    (status) => {
      expect(buildPhase({ status, error: "boom" })).toBe("failed");
    },
  );

  it("does not take the explanation of not_found for a failure", () => {
    expect(buildPhase({ status: "not_found", error: "No history" })).toBe("missing");
  });

  it("accepts 'Completed with errors', whatever its error says", () => {
    expect(buildPhase({ status: "Completed with errors", error: "2 pages lost" })).toBe("partial");
  });

  it("stops at a status it does not know", () => {
    expect(buildPhase({ status: "Archived", error: null })).toBe("settled");
  });

  it("settles on all but waiting and missing", () => {
    const settled = [
      "Pending",
      "Processing",
      "not_found",
      "Completed",
      "Processing failed",
      "Archived",
    ].filter((status) => isSettled({ status }));
    expect(settled).toEqual(["Completed", "Processing failed", "Archived"]);
  });
});
