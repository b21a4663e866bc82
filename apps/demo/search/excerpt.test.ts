import { describe, expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";
import { markTerms } from "./mark-terms.ts";

const filler = "Words that say nothing of it, one after the other, go on and on. ".repeat(12);
const textOf = (runs: readonly { text: string }[]) => runs.map(({ text }) => text).join("");

describe("an excerpt", () => {
  it("is the whole passage when it is short", () => {
    const runs = markTerms("Managers see TAX_ID.", "tax id");
    expect(excerptOf(runs)).toEqual({ runs, isCut: false });
  });

  it("has most of the marked words, and begins with a sentence", () => {
    const passage = `The tax. ${filler}Employees can see their own TAX_ID. Managers see a masked TAX_ID. ${filler}`;
    const { runs, isCut } = excerptOf(markTerms(passage, "who can see the tax id"));
    expect(isCut).toBe(true);
    expect(textOf(runs)).toMatch(
      /^… Employees can see their own TAX_ID\. Managers see a masked TAX_ID\..* …$/,
    );
    expect(runs.filter(({ marked }) => marked).map(({ text }) => text)).toEqual([
      "can see",
      "TAX_ID",
      "see",
      "TAX_ID",
    ]);
  });

  it("is the beginning when nothing is marked", () => {
    const { runs } = excerptOf(markTerms(filler, "xylophone"));
    expect(textOf(runs)).toMatch(/^Words that .*\S …$/);
    expect(textOf(runs).length).toBeLessThan(320);
  });

  it("has no ellipsis at the beginning or end of the passage", () => {
    expect(textOf(excerptOf(markTerms(`${filler}The tax id.`, "tax id")).runs)).toMatch(
      /^… .*The tax id\.$/s,
    );
  });

  it("limits the number of short lines", () => {
    const lines = Array.from({ length: 60 }, (_, index) => `Charges | $${index}.00`).join("\n");
    expect(textOf(excerptOf(markTerms(lines, "charges")).runs).split("\n").length).toBeLessThanOrEqual(6);
  });

  it("accepts words of any length", () => {
    const { runs } = excerptOf(markTerms("x".repeat(2_000), "y"));
    expect(textOf(runs).length).toBeLessThan(320);
  });
});
