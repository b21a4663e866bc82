import fc from "fast-check";
import { expect, test } from "vitest";
import { accented, sequence, symbol } from "./math.ts";

test("a space divides a command from the letter after it", () => {
  expect(sequence([symbol("α"), symbol("x")]).latex).toBe("\\alpha x");
  expect(symbol("αβ2π r").latex).toBe("\\alpha\\beta2\\pi r");
  expect(sequence([symbol("α"), symbol(""), symbol("b")]).latex).toBe("\\alpha b");
});

test("the parts of a formula do not change its text", () => {
  const parts = fc.array(
    fc.string({ unit: fc.constantFrom("α", "x", "1", " ", "√", "{", "≤"), maxLength: 4 }),
  );
  fc.assert(
    fc.property(parts, (texts) => {
      expect(sequence(texts.map(symbol)).latex).toBe(symbol(texts.join("")).latex);
    }),
  );
});

test("an accent that has no name stands as it is", () => {
  expect(accented({ text: "x", latex: "x" }, "constructor").latex).not.toContain("function");
});
