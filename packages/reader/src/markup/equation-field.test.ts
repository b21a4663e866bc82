import { expect, it } from "vitest";
import { equationText } from "./equation-field.ts";

it.each([
  ['EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(とうきょう),東京)', "東京"],
  ["EQ \\o\\ac(○,3)", "○3"],
  [" EQ \\f(1,2) ", "1/2"],
  ["EQ \\f(a;\\r(3,b+c))", "a/3√(b+c)"],
  ["EQ \\b(x\\,y) \\x(5)", "(x,y) 5"],
  ["EQ x\\s\\up 4(2)", "x2"],
  ["PAGEREF b \\h", ""],
  ["EQ \\o(", ""],
])("shows %s", (instruction, text) => {
  expect(equationText(instruction).trim()).toBe(text);
});

it("ends at brackets of any depth", () => {
  expect(equationText(`EQ ${"\\o(".repeat(5000)}x`)).toContain("x");
});
