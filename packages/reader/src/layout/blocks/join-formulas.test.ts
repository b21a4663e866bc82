import { describe, expect, it } from "vitest";
import { around } from "../page/box.ts";
import { type Line, makeLine } from "../page/line.ts";
import type { Font } from "../page/page.ts";
import { blocksOfRegion, isTextBlock } from "./blocks.ts";
import { joinFormulas } from "./join-formulas.ts";
import { isMathText } from "./math-text.ts";

const font = (name: string): Font => ({ name, weight: 400, italic: false, monospaced: false });

/** Words of one line; those between dollars are set in a font for formulas. */
function lineAt(text: string, left: number, top: number, size = 10): Line {
  let x = left;
  const words = text.split(" ").map((part) => {
    const isMath = part.startsWith("$");
    const shown = part.replaceAll("$", "");
    const word = {
      text: shown,
      left: x,
      right: x + shown.length * 0.5 * size,
      top,
      bottom: top + 1.1 * size,
      ascent: 0.9 * size,
      size,
      font: font(isMath ? "CMMI10" : "CMR10"),
      direction: 0 as const,
      spaceBefore: true,
    };
    x = word.right + 0.3 * size;
    return word;
  });
  return makeLine(words);
}

function textsOf(lines: Line[]): string[] {
  const blocks = joinFormulas(blocksOfRegion({ atoms: lines, ...around(lines) }));
  return blocks.filter(isTextBlock).map((block) => block.lines.map((line) => line.text).join(" / "));
}

describe("joinFormulas", () => {
  it("joins the two sides of a fraction, though their sizes differ", () => {
    const over = lineAt("$a$ + $b$", 200, 100, 7);
    const under = lineAt("$x$ = $c$ − $d$", 180, 110, 10);
    expect(textsOf([over, under])).toEqual(["a + b / x = c − d"]);
  });

  it("leaves the text below alone", () => {
    const formula = lineAt("$x$ = $c$ − $d$ (4)", 180, 100);
    const text = lineAt("where the first of these letters is the length of the side", 72, 122);
    expect(textsOf([formula, text])).toHaveLength(2);
  });

  it("knows a formula of words by the number at its end", () => {
    const formula = (end: string) => ({
      lines: [lineAt(`$P$ end ( $s$ ) = softmax ( $w$ $x$ ) ${end}`, 180, 100)],
    });
    expect([isMathText(formula("(3)")), isMathText(formula("holds"))]).toEqual([true, false]);
  });
});
