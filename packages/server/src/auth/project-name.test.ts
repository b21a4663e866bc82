import { expect, it } from "vitest";
import { checkProjectName } from "./project-name.ts";

it.each(["a", "Legal – Zürich", "東京", "می‌خواهم", "👩‍👧 family", "𝒳".repeat(100)])(
  "'%s' is a name of a project",
  (name) => {
    expect(() => checkProjectName(name)).not.toThrow();
  },
);

it.each([
  ["nothing", ""],
  ["spaces", "  "],
  ["a space at its end", "legal "],
  ["a line feed", "legal\nfinance"],
  ["NUL", "legal\u0000"],
  ["an escape sequence", "\u001b[2Jlegal"],
  ["a turn of the direction", "legal\u202egnp"],
  ["only joiners", "\u200d\u200c"],
  ["a zero-width space", "le\u200bgal"],
  ["half of a pair", "legal\ud83d"],
  ["101 characters", "x".repeat(101)],
])("a name with %s is refused", (_, name) => {
  expect(() => checkProjectName(name)).toThrow("1 to 100 printable characters");
});
