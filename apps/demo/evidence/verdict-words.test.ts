import { expect, it } from "vitest";
import { citationTally, judgedWords, verdictWords } from "./verdict-words.ts";

it("counts the citations, and those that are not simply verified", () => {
  expect(citationTally([])).toBe("No citations");
  expect(citationTally([{ verdict: "verified" }, {}])).toBe("2 citations");
  expect(citationTally([{ verdict: "repaired" }])).toBe("1 citation, repaired");
  expect(citationTally([{ verdict: "unverified" }, { verdict: "verified" }, { verdict: "repaired" }])).toBe(
    "3 citations, 1 repaired, 1 unverified",
  );
});

it("never calls an unverified statement wrong or proven", () => {
  for (const of of ["answer", "value"] as const)
    expect(verdictWords("unverified", of)).toMatchObject({
      name: "Unverified",
      why: expect.stringContaining("compare"),
    });
});

it("says who judged, what, and how sure it is where it says so", () => {
  expect(judgedWords({ judge: "nli", opinion: "supported", score: 0.957 })).toBe(
    "Judged by nli: supported (96 %)",
  );
  expect(judgedWords({ judge: "small", opinion: "unsure", score: null })).toBe("Judged by small: undecided");
});
