import { expect, it } from "vitest";
import { readingOf } from "./repository-file.ts";

it.each([
  ["docs/README", { document: "txt" }],
  ["docs/guide.markdown", { document: "md" }],
  ["src/main.ts", { code: "typescript" }],
  ["Dockerfile", { code: "dockerfile" }],
  // Names that every object of JavaScript has.
  ["src/constructor", { code: null }],
  ["src/a.constructor", { code: null }],
  ["__proto__", { code: null }],
])("reads %s as %o", (path, reading) => {
  expect(readingOf(path)).toEqual(reading);
});
