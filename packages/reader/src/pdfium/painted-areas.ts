import { type Matrix, transform } from "./matrix.ts";
import type { Edges, PageFrame } from "./page-frame.ts";
import { IMAGE, PATH, type PageObject, SHADING, TEXT } from "./page-objects.ts";
import type { Pdfium } from "./pdfium.ts";

export type Color = readonly [red: number, green: number, blue: number];

/** A filled area, a line as wide as one, or a picture on the displayed page. Its box may be larger than what is painted. */
export type PaintedArea = Edges & {
  order: number;
  isImage: boolean;
  /** Null for pictures, gradients and patterns. */
  color: Color | null;
};

/** Where a text object is among what the page paints. */
export type TextPlace = { order: number; matrix: Matrix; inForm: boolean };

export type PaintedPage = {
  /** In the order in which they are painted. */
  areas: PaintedArea[];
  placeOf: ReadonlyMap<number, TextPlace>;
};

const maxAreas = 1_000;
/** Smaller areas (points) neither hide a word nor are behind it. */
const minSide = 4;
const opaque = 250;

/** Collects the areas that may hide text or are behind it, and the place of each text object among them. */
export function createAreaCollector(pdfium: Pdfium, frame: PageFrame, scratch: number) {
  const areas: PaintedArea[] = [];
  const placeOf = new Map<number, TextPlace>();

  const addArea = ({ handle, type, matrix, order }: PageObject) => {
    if (areas.length >= maxAreas) return;
    const paint = type === PATH ? paintOf(pdfium, handle, scratch) : "other";
    if (paint === null) return;
    const fill = paint === "other" ? null : paint(pdfium, handle, scratch);
    // What lets through what is beneath hides nothing.
    if (fill && fill.alpha < opaque) return;
    if (pdfium.FPDFPageObj_GetBounds(handle, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return;
    const floats = pdfium.floats();
    const at = scratch >> 2;
    const [left = 0, bottom = 0, right = 0, top = 0] = floats.subarray(at, at + 4);
    const box = transform(matrix, left, bottom, right, top);
    if (box.right - box.left < minSide || box.top - box.bottom < minSide) return;
    const edges = frame.toDisplay(box.left, box.bottom, box.right, box.top);
    areas.push({ ...edges, order, isImage: type === IMAGE, color: fill?.color ?? null });
  };

  return {
    painted: { areas, placeOf } satisfies PaintedPage,
    add(object: PageObject) {
      const { handle, type, order, matrix, inForm } = object;
      if (type === TEXT) placeOf.set(handle, { order, matrix, inForm });
      else if (type === PATH || type === IMAGE || type === SHADING) addArea(object);
    },
  };
}

/** Reads the colour that a path covers its box with: its filling, or that of a straight line. Null when it covers nothing. */
function paintOf(pdfium: Pdfium, path: number, scratch: number) {
  if (pdfium.FPDFPath_GetDrawMode(path, scratch, scratch + 4) === 0) return null;
  const bytes = pdfium.bytes();
  if (bytes[scratch] !== 0) return fillColor;
  return bytes[scratch + 4] !== 0 && pdfium.FPDFPath_CountSegments(path) === 2 ? strokeColor : null;
}

/** The colour that a path or text is filled with, and its opacity (0 to 255). Null for patterns. */
export function fillColor(pdfium: Pdfium, object: number, scratch: number) {
  return readColor(pdfium, pdfium.FPDFPageObj_GetFillColor, object, scratch);
}

export function strokeColor(pdfium: Pdfium, object: number, scratch: number) {
  return readColor(pdfium, pdfium.FPDFPageObj_GetStrokeColor, object, scratch);
}

function readColor(
  pdfium: Pdfium,
  read: Pdfium["FPDFPageObj_GetFillColor"],
  object: number,
  scratch: number,
): { color: Color; alpha: number } | null {
  if (read(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return null;
  const bytes = pdfium.bytes();
  const channel = (offset: number) => bytes[scratch + offset] ?? 0;
  return { color: [channel(0), channel(4), channel(8)], alpha: channel(12) };
}
