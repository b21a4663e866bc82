import { expect, test } from "vitest";
import { joinWords, makeLine } from "./line.ts";
import type { Word } from "./page.ts";

const font = { name: "Plain", weight: 400, italic: false, monospaced: false };

function word(text: string, left: number, size = 10, baseline = 100): Word {
  const right = left + 5 * text.length;
  const ascent = 0.9 * size;
  const [top, bottom] = [baseline - ascent, baseline + 0.2 * size];
  return { text, left, right, top, bottom, ascent, size, font, direction: 0, spaceBefore: false };
}

test("raised figures don't change the number or the word before them", () => {
  expect(joinWords([word("10", 0), word("3", 10, 6, 96)])).toBe("10^3");
  expect(joinWords([word("10", 0), word("-5", 10, 6, 96)])).toBe("10^-5");
  expect(joinWords([word("10", 0), word("−", 13, 6, 96), word("3", 16.6, 6, 96)])).toBe("10^−3");
  expect(joinWords([word("10", 0), word("-5", 10)])).toBe("10-5");
  expect(joinWords([word("projects", 0), word("7", 40, 6, 96)])).toBe("projects 7");
  expect(joinWords([word("km", 0), word("2", 10, 6, 96)])).toBe("km2");
  expect(joinWords([word("H", 0), word("2", 5, 6, 102)])).toBe("H2");
  expect(joinWords([word("2", 0), word("024", 5)])).toBe("2024");
});

/** Words with the distance to the word at their left, in the order of the page, from its left. */
function shown(...words: (readonly [text: string, gap: number, spaceBefore?: boolean])[]): Word[] {
  let left = 0;
  return words.map(([text, gap, spaceBefore = false]) => {
    left += gap;
    const placed = { ...word(text, left), spaceBefore };
    left = placed.right;
    return placed;
  });
}

test("spaces of a line that reads to the left are where neighbours on the page stand apart", () => {
  const address = shown(
    ["(متاح)", 0],
    ["www", 3],
    [".", 0],
    ["example", 0],
    [".", 0],
    ["org", 0, true],
    ["الموقع", 3],
  );
  expect(makeLine(address).text).toBe("الموقع www.example.org (متاح)");
  const model = shown(
    ["ضمان", 0],
    ["]", 3, true],
    ["Model", 1],
    ["X", 3, true],
    ["-200", 0],
    ["[", 1],
    ["وحدة", 3],
  );
  expect(makeLine(model).text).toBe("وحدة [Model X-200] ضمان");
});

test("brackets in text that reads to the left face their contents, however the file has them", () => {
  for (const [left = "", right = ""] of ["()", ")(", "((", "))"].map((pair) => [...pair]))
    expect(makeLine(shown(["في", 0], [left, 3], ["DNA", 0], [right, 0], ["الحمض", 3])).text).toBe(
      "الحمض (DNA) في",
    );
  expect(makeLine(shown(["ألف", 0], ["الأول(.", 3], [")الجزء", 3])).text).toBe("(الجزء الأول). ألف");
  expect(makeLine(shown(["ملف", 0], ["(أ", 3], ["1)", 3])).text).toBe("1) (أ ملف");
});

test("the sign of an international number stands before it", () => {
  expect(makeLine(shown(["555", 0], ["966+", 3], ["الرقم", 3])).text).toBe("الرقم +966 555");
});
