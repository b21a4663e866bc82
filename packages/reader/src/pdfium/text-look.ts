import type { Box } from "../layout/page/box.ts";
import type { LayerFacts } from "./layer-facts.ts";
import { identity, type Matrix, transform } from "./matrix.ts";
import type { PageFrame } from "./page-frame.ts";
import { type Color, fillColor, type PaintedPage, strokeColor } from "./painted-areas.ts";
import type { Pdfium } from "./pdfium.ts";

const INVISIBLE = 3;
const CLIP_ONLY = 7;
const maxMarks = 32;
const maxClipPaths = 8;
const maxClipPoints = 64;
/** Below this opacity (of 255) the text is not visible. */
const minAlpha = 8;

/** How a text object is painted, as far as it decides whether it can be seen. */
export type TextLook = {
  /** Where it stands among what the page paints. */
  order: number;
  /** False for text in the invisible mode and for fully transparent text. */
  painted: boolean;
  /** Null for patterns. */
  color: Color | null;
  /** Outside this box of the displayed page nothing of it is painted. Null when nothing clips it. */
  clip: Box | null;
  /** Whether it paints nothing itself: what is painted after it shows inside of its letters. */
  isClip: boolean;
  /** Whether only a rendering can show it: it may be in a hidden layer, or it serves as a clip. */
  uncertain: boolean;
};

/** Creates a lookup of text objects; each is asked once. */
export function textLooks(
  pdfium: Pdfium,
  frame: PageFrame,
  { placeOf }: PaintedPage,
  layers: LayerFacts,
  scratch: number,
): (object: number) => TextLook {
  const known = new Map<number, TextLook>();
  const isLayer = layerMarks(pdfium, scratch);

  const read = (object: number): TextLook => {
    const place = placeOf.get(object);
    const mode = pdfium.FPDFTextObj_GetTextRenderMode(object);
    const strokes = mode === 1 || mode === 5;
    const paint = strokes ? strokeColor(pdfium, object, scratch) : fillColor(pdfium, object, scratch);
    return {
      order: place?.order ?? Number.POSITIVE_INFINITY,
      painted: mode !== INVISIBLE && (paint === null || paint.alpha >= minAlpha),
      color: paint?.color ?? null,
      clip: place ? clipBox(pdfium, object, place.matrix, frame, scratch) : null,
      isClip: mode === CLIP_ONLY,
      uncertain: mode === CLIP_ONLY || (mayBeInLayer(object, place?.inForm === true) && layers.mayHide()),
    };
  };

  const mayBeInLayer = (object: number, inForm: boolean): boolean => {
    if (!layers.hasLayers) return false;
    if (layers.hasFormLayers && inForm) return true;
    const count = Math.min(pdfium.FPDFPageObj_CountMarks(object), maxMarks);
    for (let index = 0; index < count; index += 1) {
      if (isLayer(pdfium.FPDFPageObj_GetMark(object, index))) return true;
    }
    return false;
  };

  return (object) => {
    let look = known.get(object);
    if (!look) {
      look = read(object);
      known.set(object, look);
    }
    return look;
  };
}

/** Whether a mark is that of optional content ("OC"). Objects share their marks, so each is asked once. */
function layerMarks(pdfium: Pdfium, scratch: number): (mark: number) => boolean {
  const known = new Map<number, boolean>();
  return (mark) => {
    let answer = known.get(mark);
    if (answer === undefined) {
      // Buffer of 16 bytes, then the length. A longer name is not written.
      const written = pdfium.FPDFPageObjMark_GetName(mark, scratch, 16, scratch + 16) !== 0;
      const bytes = pdfium.bytes();
      answer = written && bytes[scratch + 16] === 6 && bytes[scratch] === 0x4f && bytes[scratch + 2] === 0x43;
      known.set(mark, answer);
    }
    return answer;
  };
}

/** The box that all clip paths leave, on the displayed page. */
export function clipBox(
  pdfium: Pdfium,
  object: number,
  matrix: Matrix,
  frame: PageFrame,
  scratch: number,
): Box | null {
  const path = pdfium.FPDFPageObj_GetClipPath(object);
  if (path === 0) return null;
  const count = Math.min(pdfium.FPDFClipPath_CountPaths(path), maxClipPaths);
  if (count <= 0) return null;
  let [left, bottom, right, top] = [-Infinity, -Infinity, Infinity, Infinity];
  const at = scratch >> 2;
  const floats = pdfium.floats();
  for (let index = 0; index < count; index += 1) {
    const points = pdfium.FPDFClipPath_CountPathSegments(path, index);
    if (points <= 1 || points > maxClipPoints) continue;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let point = 0; point < points; point += 1) {
      const segment = pdfium.FPDFClipPath_GetPathSegment(path, index, point);
      pdfium.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      const x = floats[at] ?? 0;
      const y = floats[at + 1] ?? 0;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    left = Math.max(left, minX);
    right = Math.min(right, maxX);
    bottom = Math.max(bottom, minY);
    top = Math.min(top, maxY);
  }
  if (left === -Infinity) return null;
  const box =
    matrix === identity ? { left, bottom, right, top } : transform(matrix, left, bottom, right, top);
  return frame.toDisplay(box.left, box.bottom, box.right, box.top);
}
