import { areaOf, around, type Box, centreOf, contains, gapBetween } from "../page/box.ts";
import type { Line } from "../page/line.ts";
import type { Shape } from "../page/page.ts";

/** Parts of one drawing are at most this far apart (points). */
const maxPartGap = 6;
/** Thickness of a bar in points. */
const maxBar = 40;
/** Square points: about two centimetres by two. */
const minPictureArea = 3_200;
const maxTileGap = 1;
const minFilledShare = 0.25;

/** Pictures that together make the page's background. Programs cut large pictures into strips. */
export function backgroundTiles(shapes: readonly Shape[], isBackground: (box: Box) => boolean): Set<Shape> {
  const clusters = joinTouching(
    shapes.filter(({ kind }) => kind === "picture"),
    1,
  );
  return new Set(clusters.filter((parts) => parts.length > 1 && isBackground(around(parts))).flat());
}

type Cluster = Box & { parts: Shape[] };

/** Shapes that touch. A rectangle with text in it is a cell or a button, which joins no others. */
export function clustersOf(shapes: readonly Shape[], lines: readonly Line[]): Shape[][] {
  const isCell = (shape: Shape) =>
    shape.kind === "area" && lines.some((line) => contains(shape, ...centreOf(line)));
  return joinTouching(
    shapes.filter((shape) => !isCell(shape)),
    maxPartGap,
  );
}

function joinTouching(shapes: readonly Shape[], maxGap: number): Shape[][] {
  let clusters: Cluster[] = [];
  for (const shape of shapes) {
    const touching = clusters.filter((cluster) => touches(cluster, shape, maxGap));
    const parts = [...touching.flatMap((cluster) => cluster.parts), shape];
    if (touching.length > 0) clusters = clusters.filter((cluster) => !touching.includes(cluster));
    clusters.push({ ...around([...touching, shape]), parts });
  }
  return clusters.map(({ parts }) => parts);
}

function touches(cluster: Cluster, shape: Shape, maxGap: number): boolean {
  const isPicture = (part: Shape) => part.kind === "picture";
  if (isPicture(shape) && cluster.parts.every(isPicture))
    return cluster.parts.some((part) => areTiles(part, shape));
  return gapBetween(cluster, shape) <= maxGap || cluster.parts.some((part) => areBars(part, shape));
}

/** Parts of one picture meet without a gap. Small ones, such as icons of a diagram, may stand apart. */
function areTiles(a: Shape, b: Shape): boolean {
  const isSmall = Math.min(areaOf(a), areaOf(b)) < minPictureArea;
  return gapBetween(a, b) <= (isSmall ? maxPartGap : maxTileGap);
}

/** Bars of a chart start at one line, with gaps between them that are not wider than two bars. */
function areBars(a: Shape, b: Shape): boolean {
  if (a.kind !== "area" || b.kind !== "area") return false;
  const wide = Math.max(a.right - a.left, b.right - b.left);
  const high = Math.max(a.bottom - a.top, b.bottom - b.top);
  if (Math.abs(a.bottom - b.bottom) < 1) return wide <= maxBar && gapBetween(a, b) <= 2 * wide;
  return Math.abs(a.left - b.left) < 1 && high <= maxBar && gapBetween(a, b) <= 2 * high;
}

/** A frame belongs to a drawing that fills a good part of it. Else it frames text, with an icon. */
export function withoutLooseFrames(parts: readonly Shape[]): readonly Shape[] {
  const drawn = parts.filter(({ kind }) => kind !== "frame");
  const isFilled = areaOf(around(drawn)) > minFilledShare * areaOf(around(parts));
  return isFilled ? parts : drawn;
}
