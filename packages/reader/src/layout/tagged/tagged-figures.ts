import { minFigure } from "../figures/figure-evidence.ts";
import type { FigureBlock } from "../lines/placed-block.ts";
import { areaOf, type Box, overlap } from "../page/box.ts";
import type { TextDirection } from "../page/page.ts";
import type { TaggedPage } from "./tagged-page.ts";

const minShared = 0.5;

/** Gives figures the texts that their tags have for them, and adds those that only tags show. */
export function withTaggedFigures(
  figures: readonly FigureBlock[],
  { figures: tagged }: TaggedPage,
  direction: TextDirection,
): FigureBlock[] {
  // The places of tags are those of the displayed page.
  if (direction !== 0) return [...figures];
  const found = [...figures];
  for (const { alternative, ...box } of tagged) {
    const at = found.findIndex(
      (figure) => sharedArea(figure, box) > minShared * Math.min(areaOf(figure), areaOf(box)),
    );
    if (at >= 0) found[at] = { ...(found[at] as FigureBlock), alternative };
    else if (box.right - box.left >= minFigure.width && box.bottom - box.top >= minFigure.height)
      found.push({ ...box, labels: "", alternative });
  }
  return found;
}

const sharedArea = (a: Box, b: Box) =>
  Math.max(0, overlap(a.left, a.right, b.left, b.right)) *
  Math.max(0, overlap(a.top, a.bottom, b.top, b.bottom));
