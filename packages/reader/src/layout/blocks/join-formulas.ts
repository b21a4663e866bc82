import { overlap } from "../page/box.ts";
import { type Block, isTextBlock, makeBlock, type TextBlock } from "./blocks.ts";
import { isMathText } from "./math-text.ts";

const maxLines = 12;

/** Joins the parts of a formula: the two sides of a fraction, and the lines of a system. */
export function joinFormulas(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    if (before && isTextBlock(before) && isTextBlock(block) && isOneFormula(before, block)) {
      joined[joined.length - 1] = makeBlock([...before.lines, ...block.lines], before.region);
    } else joined.push(block);
  }
  return joined;
}

const isOneFormula = (above: TextBlock, below: TextBlock) =>
  above.lines.length + below.lines.length <= maxLines &&
  below.top - above.bottom < 0.8 * Math.max(above.size, below.size) &&
  overlap(above.left, above.right, below.left, below.right) > 0 &&
  isMathText(above) &&
  isMathText(below);
