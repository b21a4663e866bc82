import { inflateSync } from "node:zlib";

type Colour = readonly [red: number, green: number, blue: number];

/** Whether any pixel of a PNG (8 bits, RGB or RGBA, not interlaced) has a colour, nearly. */
export function showsColour(png: Uint8Array, colour: Colour): boolean {
  const bytes = Buffer.from(png);
  const width = bytes.readUInt32BE(16);
  const channels = bytes[25] === 6 ? 4 : 3;
  const pieces: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      pieces.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const data = inflateSync(Buffer.concat(pieces));
  const stride = width * channels;
  let above = Buffer.alloc(stride);
  for (let from = 0; from < data.length; from += stride + 1) {
    const row = unfilter(data.subarray(from, from + stride + 1), above, channels);
    for (let at = 0; at < stride; at += channels)
      if (colour.every((value, channel) => Math.abs((row[at + channel] ?? 0) - value) < 12)) return true;
    above = row;
  }
  return false;
}

/** A row of pixels from the differences that PNG stores: to the left, above, their mean, or the nearest (Paeth). */
function unfilter(filtered: Buffer, above: Buffer, channels: number): Buffer<ArrayBuffer> {
  const kind = filtered[0];
  const row = Buffer.alloc(above.length);
  for (let at = 0; at < row.length; at += 1) {
    const left = row[at - channels] ?? 0;
    const up = above[at] ?? 0;
    const corner = above[at - channels] ?? 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind ?? 0] ?? 0;
    row[at] = ((filtered[at + 1] ?? 0) + guess) & 255;
  }
  return row;
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(sum - value)) as [number, number, number];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
