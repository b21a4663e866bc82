import fc from "fast-check";
import { expect, test } from "vitest";
import { runsMarkdown } from "./inline-markdown.ts";

const markup = fc.string({ unit: fc.constantFrom("[", "]", "(", ")", "a", " ", "\n", "!"), maxLength: 24 });

test("a bracket is escaped only when it would open a link", () => {
  fc.assert(
    fc.property(markup, (text) => {
      // The rule in its simple form: a bracket, no other closing bracket, then `](`. Its cost is quadratic in the
      // number of brackets.
      const escaped = text.trim().replace(/\[(?=[^\]\n]*\]\()/g, "\\[");
      expect(runsMarkdown([{ text }])).toBe(text.trim() === "" ? "" : escaped);
    }),
    { numRuns: 2_000 },
  );
});
