import { type Box, overlap } from "../layout/page/box.ts";
import type { Shape } from "../layout/page/page.ts";
import { transform } from "./matrix.ts";
import type { PageFrame } from "./page-frame.ts";
import { IMAGE, PATH, type PageObject, SHADING } from "./page-objects.ts";
import type { Pdfium } from "./pdfium.ts";
import { clipBox } from "./text-look.ts";

const maxShapes = 3_000;
/** Thinner shapes (points) are lines, which the rules list. */
const minSide = 3;
/** A shape shows within its first segments whether it is more than a rectangle. */
const maxSegments = 40;
const minFrameSegments = 4;
const maxFrameSegments = 6;
const LINE_TO = 0;
const BEZIER_TO = 1;
const MOVE_TO = 2;

/** Collects what a page shows besides text and straight lines: pictures, drawings and filled rectangles. At most 3,000. */
export function createShapeCollector(pdfium: Pdfium, frame: PageFrame, scratch: number) {
  const shapes: Shape[] = [];
  const whole = { left: 0, top: 0, right: frame.width, bottom: frame.height };

  const add = ({ handle, type, matrix }: PageObject) => {
    if (shapes.length >= maxShapes || (type !== IMAGE && type !== PATH && type !== SHADING)) return;
    if (pdfium.FPDFPageObj_GetBounds(handle, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return;
    const at = scratch >> 2;
    const [left = 0, bottom = 0, right = 0, top = 0] = pdfium.floats().subarray(at, at + 4);
    const wide = Math.min(right - left, top - bottom) * Math.hypot(matrix[0], matrix[1]);
    if (type !== IMAGE && wide < minSide) return;
    const kind = type === PATH ? kindOfPath(pdfium, handle, scratch) : type === IMAGE ? "picture" : "drawing";
    const segments = type === PATH ? Math.min(pdfium.FPDFPath_CountSegments(handle), maxSegments) : 1;
    if (kind === null) return;
    const box = transform(matrix, left, bottom, right, top);
    const edges = frame.toDisplay(box.left, box.bottom, box.right, box.top);
    const clip = clipBox(pdfium, handle, matrix, frame, scratch);
    const inPage = shared(edges, whole);
    const seen = clip ? shared(inPage, clip) : inPage;
    if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) return;
    shapes.push({ ...seen, kind, segments });
  };

  return { shapes, add };
}

const shared = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.max(a.left, b.left) + overlap(a.left, a.right, b.left, b.right),
  bottom: Math.max(a.top, b.top) + overlap(a.top, a.bottom, b.top, b.bottom),
});

/** Null for what paints nothing, and for grids. */
function kindOfPath(pdfium: Pdfium, path: number, scratch: number): Shape["kind"] | null {
  if (pdfium.FPDFPath_GetDrawMode(path, scratch, scratch + 4) === 0) return null;
  const bytes = pdfium.bytes();
  const isFilled = (bytes[scratch] ?? 0) !== 0;
  const isStroked = (bytes[scratch + 4] ?? 0) !== 0;
  if (!isFilled && !isStroked) return null;
  const count = Math.min(pdfium.FPDFPath_CountSegments(path), maxSegments);
  const at = scratch >> 2;
  const floats = pdfium.floats();
  let x = 0;
  let y = 0;
  for (let index = 0; index < count; index += 1) {
    const segment = pdfium.FPDFPath_GetPathSegment(path, index);
    const type = pdfium.FPDFPathSegment_GetType(segment);
    if (type === BEZIER_TO) return "drawing";
    pdfium.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const nextX = floats[at] ?? 0;
    const nextY = floats[at + 1] ?? 0;
    if (type === LINE_TO && Math.min(Math.abs(nextX - x), Math.abs(nextY - y)) > 0.5) return "drawing";
    if (type === LINE_TO || type === MOVE_TO) [x, y] = [nextX, nextY];
  }
  if (isFilled) return "area";
  return count >= minFrameSegments && count <= maxFrameSegments ? "frame" : null;
}
