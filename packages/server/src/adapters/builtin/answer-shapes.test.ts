import { describe, expect, test } from "vitest";
import { type AnswerShape, showsShape } from "./answer-shapes.ts";

describe("what shows a kind of answer", () => {
  test.each<[AnswerShape, string, boolean]>([
    ["count", "24 élèves", true],
    ["count", "Photo de classe: mardi 7 octobre", false],
    ["count", "Sommerfest: 3. Juli", false],
    ["person", "Event: Meeting at noon", false],
    ["person", "The building is old. It was opened in spring.", false],
    ["person", "Chair: Krause", true],
    ["person", "Sofia Lund took the minutes.", true],
    ["person", "The tapestry was made for Odo.", true],
  ])("%s: %s", (shape, text, shows) => {
    expect(showsShape(shape, text)).toBe(shows);
  });
});
