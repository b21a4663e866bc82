import { expect, it } from "vitest";
import { highlightSchema } from "./highlight-schema.ts";
import { templates } from "./templates.ts";

it("keeps every line as it was typed", () => {
  for (const text of [...templates.map(({ schema }) => schema), "", "\n", "a\n\nb\n"])
    expect(highlightSchema(text, []).map((line) => line.map((piece) => piece.text).join(""))).toEqual(
      text.split("\n"),
    );
});

it("distinguishes names from values, and marks mistakes", () => {
  const text = '{ "type": "numbr" }';
  const start = text.indexOf('"numbr"');
  const [line] = highlightSchema(text, [{ start, end: start + 7 }]);
  expect(line?.filter(({ key }) => key).map((piece) => piece.text)).toEqual(['"type"']);
  expect(line?.filter(({ bad }) => bad).map((piece) => piece.text)).toEqual(['"numbr"']);
});
