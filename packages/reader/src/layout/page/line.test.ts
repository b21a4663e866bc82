import { expect, test } from "vitest";
import { joinWords } from "./line.ts";
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
  expect(joinWords([word("projects", 0), word("7", 40, 6, 96)])).toBe("projects 7");
  expect(joinWords([word("km", 0), word("2", 10, 6, 96)])).toBe("km2");
  expect(joinWords([word("H", 0), word("2", 5, 6, 102)])).toBe("H2");
  expect(joinWords([word("2", 0), word("024", 5)])).toBe("2024");
});
