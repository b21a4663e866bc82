import type { Pdfium } from "./pdfium.ts";

export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix of a page object. `scratch` needs room for 24 bytes. */
export function objectMatrix(pdfium: Pdfium, object: number, scratch: number): Matrix {
  if (pdfium.FPDFPageObj_GetMatrix(object, scratch) === 0) return identity;
  const floats = pdfium.floats();
  const at = scratch >> 2;
  return [
    floats[at] ?? 1,
    floats[at + 1] ?? 0,
    floats[at + 2] ?? 0,
    floats[at + 3] ?? 1,
    floats[at + 4] ?? 0,
    floats[at + 5] ?? 0,
  ];
}

/** Applies `inner` first, then `outer`. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  if (inner === identity) return outer;
  if (outer === identity) return inner;
  return [
    inner[0] * outer[0] + inner[1] * outer[2],
    inner[0] * outer[1] + inner[1] * outer[3],
    inner[2] * outer[0] + inner[3] * outer[2],
    inner[2] * outer[1] + inner[3] * outer[3],
    inner[4] * outer[0] + inner[5] * outer[2] + outer[4],
    inner[4] * outer[1] + inner[5] * outer[3] + outer[5],
  ];
}

/** The smallest upright rectangle around a transformed one. */
export function transform(matrix: Matrix, left: number, bottom: number, right: number, top: number) {
  if (matrix === identity) return { left, bottom, right, top };
  const [a, b, c, d, e, f] = matrix;
  const xs = [a * left + c * bottom, a * right + c * bottom, a * left + c * top, a * right + c * top];
  const ys = [b * left + d * bottom, b * right + d * bottom, b * left + d * top, b * right + d * top];
  return {
    left: Math.min(...xs) + e,
    right: Math.max(...xs) + e,
    bottom: Math.min(...ys) + f,
    top: Math.max(...ys) + f,
  };
}
