import type { Rule } from "../layout/page/page.ts";
import { type Matrix, multiply, objectMatrix, transform } from "./matrix.ts";
import type { PageFrame } from "./page-frame.ts";
import type { PageObject } from "./page-objects.ts";
import type { Pdfium } from "./pdfium.ts";

const maxSegments = 60_000;
const maxRules = 6_000;

/** Anything thicker than this (points) is an area and not a line. */
const maxThickness = 3;
const minLength = 4;
const maxLightness = 0.945;

/**
 * Collects the horizontal and vertical lines of a page: drawn lines, edges of drawn rectangles, and filled rectangles that are
 * thin enough to look like lines. A page of vector art is cut off at fixed counts, because its lines belong to no
 * table.
 */
export function createRuleCollector(pdfium: Pdfium, frame: PageFrame, scratch: number) {
  const rules: Rule[] = [];
  let segments = 0;

  const add = (matrix: Matrix, left: number, bottom: number, right: number, top: number) => {
    const box = transform(matrix, left, bottom, right, top);
    const width = box.right - box.left;
    const height = box.top - box.bottom;
    const isLine = Math.min(width, height) <= maxThickness && Math.max(width, height) >= minLength;
    if (isLine && rules.length < maxRules) {
      rules.push(frame.toDisplay(box.left, box.bottom, box.right, box.top));
    }
  };

  const addPath = ({ handle: object, matrix }: PageObject) => {
    const { FPDFPath_GetPathSegment, FPDFPathSegment_GetPoint, FPDFPathSegment_GetType } = pdfium;
    if (pdfium.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return;
    const at = scratch >> 2;
    let floats = pdfium.floats();
    const left = floats[at] ?? 0;
    const bottom = floats[at + 1] ?? 0;
    const right = floats[at + 2] ?? 0;
    const top = floats[at + 3] ?? 0;
    // The bounds include the stroke's width and are already in the coordinates around the object.
    if (pdfium.FPDFPath_GetDrawMode(object, scratch, scratch + 4) === 0) return;
    const stroked = (pdfium.bytes()[scratch + 4] ?? 0) !== 0;
    if (Math.min(right - left, top - bottom) <= maxThickness) {
      if (isVisible(pdfium, object, stroked, scratch)) add(matrix, left, bottom, right, top);
      return;
    }
    const count = pdfium.FPDFPath_CountSegments(object);
    // A filled area without an outline is a background, unless it consists of thin bars.
    if ((!stroked && count <= 5) || !isVisible(pdfium, object, stroked, scratch)) return;
    segments += count;
    if (segments > maxSegments) return;
    const own = objectMatrix(pdfium, object, scratch);
    const combined = multiply(own, matrix);
    floats = pdfium.floats();
    let startX = 0;
    let startY = 0;
    let x = 0;
    let y = 0;
    let figure: number[] = [];
    const finishFigure = (closed: boolean) => {
      if (stroked) {
        if (closed && (x !== startX || y !== startY))
          add(combined, Math.min(x, startX), Math.min(y, startY), Math.max(x, startX), Math.max(y, startY));
      } else if (figure.length >= 6) {
        const xs = figure.filter((_, position) => position % 2 === 0);
        const ys = figure.filter((_, position) => position % 2 === 1);
        add(combined, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
      }
      figure = [];
    };
    for (let index = 0; index < count; index += 1) {
      const segment = FPDFPath_GetPathSegment(object, index);
      FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      const nextX = floats[at] ?? 0;
      const nextY = floats[at + 1] ?? 0;
      const type = FPDFPathSegment_GetType(segment);
      if (type === 2) {
        if (figure.length > 0) finishFigure(false);
        startX = nextX;
        startY = nextY;
      } else if (type === 0 && stroked) {
        add(combined, Math.min(x, nextX), Math.min(y, nextY), Math.max(x, nextX), Math.max(y, nextY));
      }
      x = nextX;
      y = nextY;
      if (figure.length < 16) figure.push(x, y);
      if (pdfium.FPDFPathSegment_GetClose(segment) !== 0) finishFigure(true);
    }
    if (figure.length > 0) finishFigure(false);
  };

  return { rules, addPath };
}

/** Lines as light as paper divide nothing. They are the edges of shaded rows. */
function isVisible(pdfium: Pdfium, object: number, stroked: boolean, scratch: number): boolean {
  const read = stroked ? pdfium.FPDFPageObj_GetStrokeColor : pdfium.FPDFPageObj_GetFillColor;
  if (read(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return true;
  const bytes = pdfium.bytes();
  const channel = (offset: number) => bytes[scratch + offset] ?? 0;
  const lightness = (0.3 * channel(0) + 0.59 * channel(4) + 0.11 * channel(8)) / 255;
  return lightness < maxLightness && channel(12) > 12;
}
