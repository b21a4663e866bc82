import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openPictures } from "./open-pictures.ts";
import { pixelRatio } from "./pixel-shape.ts";

/** A BMP of one bit a pixel: black where the pattern has a sign. */
function oneBitBmp(rows: string[], resolution: [across: number, down: number] = [0, 0]): Uint8Array {
  const width = rows[0]?.length ?? 0;
  const stride = 4 * Math.ceil(width / 32);
  const bytes = new Uint8Array(62 + stride * rows.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, 62, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, rows.length, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 1, true);
  view.setInt32(38, resolution[0], true);
  view.setInt32(42, resolution[1], true);
  view.setUint32(46, 2, true);
  bytes.set([0xff, 0xff, 0xff], 58);
  rows.forEach((row, y) => {
    const at = 62 + (rows.length - 1 - y) * stride;
    [...row].forEach((sign, x) => {
      if (sign === " ") bytes[at + (x >> 3)] = (bytes[at + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    });
  });
  return bytes;
}

async function rowsOf(bytes: Uint8Array): Promise<string[]> {
  const { data, width, height, channels } = await (await openPictures(bytes)).read(1);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const at = (y * width + x) * channels;
      const [red, green, blue] = data.subarray(at, at + 3);
      return red === 0 && green === 0 && blue === 0
        ? "#"
        : red === 255 && green === 255 && blue === 255
          ? " "
          : "?";
    }).join(""),
  );
}

describe("BMP", () => {
  const rows = ["##  # ## ###", " # ### #    ", "#   ####### "];

  it("of one bit shows black and white only", async () => {
    expect(await rowsOf(oneBitBmp(rows))).toEqual(rows);
  });

  it("with pixels that are not square is stretched", async () => {
    const { width, height } = await (await openPictures(oneBitBmp(rows, [8_000, 4_000]))).read(1);
    expect([width, height]).toEqual([12, 6]);
  });
});

describe("TIFF", () => {
  it("of a fax is stretched, each page by its own resolution", async () => {
    const page = sharp({ create: { width: 200, height: 50, channels: 3, background: "#fff" } });
    const fax = await page.tiff({ xres: 204 / 25.4, yres: 98 / 25.4 }).toBuffer();
    const { width, height } = await (await openPictures(fax)).read(1);
    expect([width, height]).toEqual([200, 104]);
    expect(pixelRatio(fax, 2)).toBe(1);
  });
});

it.each([
  [
    "a PNG",
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55" +
      "000000097048597300000064000000c80000000000",
    0.5,
  ],
  ["a JPEG", "ffd8ffe000104a46494600010100000200010000", 2],
  [
    "a PNG without one",
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000049444154",
    1,
  ],
  ["a file that is cut short", "89504e470d0a", 1],
  ["something else", "00112233445566778899", 1],
])("the form of the pixels of %s", (_, hex, ratio) => {
  expect(pixelRatio(Buffer.from(hex, "hex"))).toBe(ratio);
});
