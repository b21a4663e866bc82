import { expect, test } from "vitest";
import { wordDiff } from "./word-diff.ts";

test("marks the words that went and those that came", () => {
  expect(wordDiff("A WP 9 holds 0.85 kg of R290.", "A WP 9 holds 0.95 kg of R290.")).toEqual([
    { kind: "same", text: "A WP 9 holds " },
    { kind: "before", text: "0.85 " },
    { kind: "now", text: "0.95 " },
    { kind: "same", text: "kg of R290." },
  ]);
  expect(wordDiff("", "new")).toEqual([{ kind: "now", text: "new" }]);
  expect(wordDiff("same", "same")).toEqual([{ kind: "same", text: "same" }]);
});

test("shows very long texts whole", () => {
  const long = "word ".repeat(700);
  expect(wordDiff(long, `${long}more`).map(({ kind }) => kind)).toEqual(["before", "now"]);
});
