import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSnippets, runSnippet } from "../../../scripts/testing/readme-snippets.ts";
import { formats } from "../src/index.ts";

const readme = join(import.meta.dirname, "../README.md");

test("the example prints what it reads", async () => {
  const [snippet] = readSnippets(readme);
  if (!snippet) throw new Error("the README shows no runnable example");
  const { output } = await runSnippet(snippet);
  expect(
    output
      .trim()
      .split("\n")
      .map((line) => line.trim()),
  ).toEqual([
    "1 Title Tides",
    "1 NarrativeText They come twice a day.",
    "1 ListItem high",
    "1 ListItem low",
    "1 page, unread: 0",
  ]);
});

test("the table of formats is the one in the code", () => {
  const rows = readFileSync(readme, "utf8").matchAll(/^\| `(\w+)` \| `([^`]+)` \| (\w+) \| (yes|no) \|/gm);
  expect(
    [...rows].map(([, extension, mediaType, kind, paged]) => ({ extension, mediaType, kind, paged })),
  ).toEqual(formats.map(({ paged, ...format }) => ({ ...format, paged: paged ? "yes" : "no" })));
});
