import { isFigureCaption } from "../lines/captions.ts";
import { type Box, overlap } from "../page/box.ts";
import type { Block } from "./blocks.ts";
import { isTextBlock } from "./blocks.ts";

/** A caption belongs to a figure up to this distance (points). */
const maxCaptionGap = 40;
/** Text beside a figure is further away than text of the same column. */
const asideCost = 1.5;

/**
 * Puts each figure, or text without a place in the order, beside the text that it belongs to: its caption, else the
 * nearest text of its column, else the text that is next to it. The order of the text stays as it is.
 */
export function insertBlocks(blocks: readonly Block[], inserted: readonly Block[]): Block[] {
  const result = [...blocks];
  const placed = new Set<Block>();
  for (const block of [...inserted].sort((a, b) => a.top - b.top || a.left - b.left)) {
    result.splice(placeOf(block, blocks, result, placed), 0, block);
    placed.add(block);
  }
  return result;
}

function placeOf(
  figure: Block,
  text: readonly Block[],
  all: readonly Block[],
  placed: ReadonlySet<Block>,
): number {
  // A logo above all text comes first, though the text of its column may come last.
  const isOnTop = text.every((block) => block.top > figure.bottom - 2);
  if (isOnTop && !text.some((block) => captionOf(block) && block.top - figure.bottom < maxCaptionGap))
    return all.findLastIndex((block) => placed.has(block) && block.top < figure.top) + 1;
  let best: { block: Block; cost: number; isAfter: boolean } | undefined;
  const consider = (block: Block, cost: number, isAfter: boolean) => {
    if (!best || cost < best.cost) best = { block, cost, isAfter };
  };
  for (const block of text) {
    const above = figure.top - block.bottom;
    const below = block.top - figure.bottom;
    if (sharedWidth(figure, block) > 0.3) {
      // A figure is before its caption, except where the caption is printed above it.
      const isCaption = captionOf(block) && Math.max(above, below) < maxCaptionGap;
      if (above > -2) consider(block, isCaption ? above - maxCaptionGap : above, true);
      else if (below > -2) consider(block, isCaption ? below - 2 * maxCaptionGap : below, false);
      else consider(block, 0, block.top < figure.top);
    } else if (overlap(figure.top, figure.bottom, block.top, block.bottom) > 0) {
      const gap = -overlap(figure.left, figure.right, block.left, block.right);
      // Of several blocks beside it, the first comes after the figure.
      consider(block, asideCost * Math.max(gap, 0) + 0.01 * Math.max(0, block.top - figure.top), false);
    }
  }
  if (!best) {
    const next = all.findIndex((block) => block.top > figure.top);
    return next < 0 ? all.length : next;
  }
  let index = all.indexOf(best.block) + (best.isAfter ? 1 : 0);
  // Figures that are at one place keep their own order.
  while (best.isAfter && index < all.length && placed.has(all[index] as Block)) index += 1;
  return index;
}

const captionOf = (block: Block) => isTextBlock(block) && isFigureCaption(block.lines[0]?.text ?? "");

/** The shared width as a share of the narrower box. */
const sharedWidth = (a: Box, b: Box) =>
  overlap(a.left, a.right, b.left, b.right) / Math.max(1, Math.min(a.right - a.left, b.right - b.left));
