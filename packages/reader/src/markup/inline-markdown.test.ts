import fc from "fast-check";
import { expect, test } from "vitest";
import { runsMarkdown } from "./inline-markdown.ts";

const markup = fc.string({ unit: fc.constantFrom("[", "]", "(", ")", "a", " ", "\n", "!"), maxLength: 24 });

test("a bracket is escaped exactly where it would open a link", () => {
  fc.assert(
    fc.property(markup, (text) => {
      // As the rule reads: a bracket, no other closing one, then `](`. Its cost is the square of the brackets.
      const escaped = text.trim().replace(/\[(?=[^\]\n]*\]\()/g, "\\[");
      expect(runsMarkdown([{ text }])).toBe(text.trim() === "" ? "" : escaped);
    }),
    { numRuns: 2_000 },
  );
});
