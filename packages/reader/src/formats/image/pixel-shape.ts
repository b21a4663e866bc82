/** Scanners and cameras round their resolutions. Such a difference can't be seen. */
const minDifference = 0.05;
const maxRatio = 4;
/** TIFF: resolution across and down, each a fraction. */
const xResolution = 282;
const yResolution = 283;
const maxDirectories = 10_000;

/**
 * How many times as high as wide the pixels of a picture are, by what a PNG, JPEG, TIFF or BMP file says: a fax has 204
 * pixels an inch across and 98 down. 1 where it says nothing. `page` is the 1-based page of a TIFF.
 */
export function pixelRatio(bytes: Uint8Array, page = 1): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [across = 0, down = 0] = resolutions(view, page);
  const ratio = across / down;
  if (!(ratio >= 1 / maxRatio && ratio <= maxRatio)) return 1;
  return Math.abs(ratio - 1) < minDifference ? 1 : ratio;
}

function resolutions(view: DataView, page: number): readonly number[] {
  try {
    const start = view.getUint32(0);
    if (start === 0x89504e47) return ofPng(view);
    if (start >>> 8 === 0xffd8ff) return ofJpeg(view);
    if (start === 0x49492a00 || start === 0x4d4d002a) return ofTiff(view, page);
    if (start >>> 16 === 0x424d) return [view.getInt32(38, true), view.getInt32(42, true)];
  } catch (error) {
    // The file ends before its resolution.
    if (!(error instanceof RangeError)) throw error;
  }
  return [];
}

function ofPng(view: DataView): number[] {
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    const name = view.getUint32(at + 4);
    if (name === 0x70485973) return [view.getUint32(at + 8), view.getUint32(at + 12)]; // pHYs
    if (name === 0x49444154) return []; // IDAT
  }
}

function ofJpeg(view: DataView): number[] {
  // JFIF is the first segment of a file that has it.
  if (view.getUint16(2) !== 0xffe0 || view.getUint32(6) !== 0x4a464946) return [];
  return [view.getUint16(14), view.getUint16(16)];
}

function ofTiff(view: DataView, page: number): number[] {
  const little = view.getUint16(0) === 0x4949;
  let directory = view.getUint32(4, little);
  for (let number = 1; number < Math.min(page, maxDirectories) && directory !== 0; number += 1)
    directory = view.getUint32(directory + 2 + 12 * view.getUint16(directory, little), little);
  if (directory === 0) return [];
  const found = new Map<number, number>();
  const entries = view.getUint16(directory, little);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + 12 * entry;
    const tag = view.getUint16(at, little);
    if (tag !== xResolution && tag !== yResolution) continue;
    const value = view.getUint32(at + 8, little);
    found.set(tag, view.getUint32(value, little) / view.getUint32(value + 4, little));
  }
  return [found.get(xResolution) ?? 0, found.get(yResolution) ?? 0];
}
