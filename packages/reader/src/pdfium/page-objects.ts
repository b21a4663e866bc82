import { identity, type Matrix, multiply, objectMatrix } from "./matrix.ts";
import type { Pdfium } from "./pdfium.ts";

export const TEXT = 1;
export const PATH = 2;
export const IMAGE = 3;
export const SHADING = 4;
export const FORM = 5;

const maxObjects = 30_000;
const maxFormDepth = 4;

/** What a page paints, one thing at a time. */
export type PageObject = {
  handle: number;
  type: number;
  /** From the coordinates around the object to those of the page. */
  matrix: Matrix;
  /** Later objects are painted over earlier ones. */
  order: number;
  /** Whether it belongs to a form, a part of a page that was made elsewhere. */
  inForm: boolean;
  /** The form on the page that it belongs to, else itself. */
  outermost: number;
};

/** Visits what a page paints, in this order, forms included. At most 30,000 objects. */
export function visitPageObjects(
  pdfium: Pdfium,
  page: number,
  scratch: number,
  visit: (object: PageObject) => void,
): void {
  let order = 0;
  const go = (handle: number, matrix: Matrix, depth: number, outermost: number) => {
    order += 1;
    const type = pdfium.FPDFPageObj_GetType(handle);
    if (type !== FORM) visit({ handle, type, matrix, order, inForm: depth > 0, outermost });
    if (type !== FORM || depth >= maxFormDepth) return;
    const inner = multiply(objectMatrix(pdfium, handle, scratch), matrix);
    const count = pdfium.FPDFFormObj_CountObjects(handle);
    for (let index = 0; index < count && order < maxObjects; index += 1) {
      go(pdfium.FPDFFormObj_GetObject(handle, index), inner, depth + 1, outermost);
    }
  };
  const count = pdfium.FPDFPage_CountObjects(page);
  for (let index = 0; index < count && order < maxObjects; index += 1) {
    const handle = pdfium.FPDFPage_GetObject(page, index);
    go(handle, identity, 0, handle);
  }
}
