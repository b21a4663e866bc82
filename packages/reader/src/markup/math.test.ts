import fc from "fast-check";
import { expect, test } from "vitest";
import { sequence, symbol } from "./math.ts";

test("a letter after a command is set apart from its name", () => {
  expect(sequence([symbol("α"), symbol("x")]).latex).toBe("\\alpha x");
  expect(symbol("αβ2π r").latex).toBe("\\alpha\\beta2\\pi r");
  expect(sequence([symbol("α"), symbol(""), symbol("b")]).latex).toBe("\\alpha b");
});

test("how a formula is cut into parts makes no difference", () => {
  const parts = fc.array(
    fc.string({ unit: fc.constantFrom("α", "x", "1", " ", "√", "{", "≤"), maxLength: 4 }),
  );
  fc.assert(
    fc.property(parts, (texts) => {
      expect(sequence(texts.map(symbol)).latex).toBe(symbol(texts.join("")).latex);
    }),
  );
});
