import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { redHeic } from "../fixtures/heic.ts";
import { type BadDocument, utf8 } from "./bad-document.ts";

const chunk = (kind: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A grey PNG of a size, whose packed pixels may be of another one. */
function png(width: number, height: number, pixels: Uint8Array): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

function bmp(width: number, height: number, bitsPerPixel = 24): Buffer {
  const file = Buffer.alloc(54 + 300);
  file.write("BM", "latin1");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bitsPerPixel, 28);
  return file;
}

/** A TIFF whose directory of the first page names itself as the next one. */
function loopingTiff(): Buffer {
  const entries: [tag: number, type: number, value: number][] = [
    [256, 3, 1],
    [257, 3, 1],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 200],
    [277, 3, 1],
    [278, 3, 1],
    [279, 4, 1],
  ];
  const file = Buffer.alloc(201);
  file.write("II*\0", "latin1");
  file.writeUInt32LE(8, 4);
  file.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, type, value], index) => {
    const at = 10 + 12 * index;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(1, at + 4);
    file.writeUInt32LE(value, at + 8);
  });
  file.writeUInt32LE(8, 10 + 12 * entries.length);
  return file;
}

const image = (
  extension: string,
  name: string,
  make: BadDocument["make"],
  expected: BadDocument["expected"],
): BadDocument => ({
  name: `${extension}: ${name}`,
  extension,
  make,
  expected,
});
const damaged = { says: /damaged/ };
const tooLarge = { says: /pixels; at most 50 million/ };

export const badImages: readonly BadDocument[] = [
  image("png", "30,000 × 30,000 pixels", () => png(30_000, 30_000, new Uint8Array(30_001)), tooLarge),
  image(
    "png",
    "2,147,483,647 pixels in each direction",
    () => png(0x7fffffff, 0x7fffffff, new Uint8Array(9)),
    { says: /damaged|at most 50 million/ },
  ),
  image("png", "far more pixels than it says", () => png(10, 10, new Uint8Array(200_000_000)), {
    reads: /x\.png/,
  }),
  image("png", "fewer pixels than it says", () => png(3_000, 3_000, new Uint8Array(10)), damaged),
  image("bmp", "a size that is not there", () => bmp(7_000, 7_000), { says: /damaged/ }),
  image("bmp", "a size beyond every limit", () => bmp(0x7fffffff, -0x80000000), tooLarge),
  image("bmp", "no size", () => bmp(0, 0), damaged),
  image("bmp", "a depth that does not exist", () => bmp(4, 4, 77), damaged),
  image("bmp", "nothing but its first bytes", () => utf8("BM"), damaged),
  image("tiff", "a list of pages that goes round in a circle", loopingTiff, { reads: /x\.tiff|^$/ }),
  image(
    "tiff",
    "a directory beyond its end",
    () => Uint8Array.from([0x49, 0x49, 0x2a, 0, 0xff, 0xff, 0xff, 0x7f]),
    damaged,
  ),
  image(
    "jpg",
    "cut in the middle",
    async () => {
      const whole = await sharp({ create: { width: 400, height: 400, channels: 3, background: "red" } })
        .jpeg()
        .toBuffer();
      return whole.subarray(0, whole.length / 2);
    },
    damaged,
  ),
  image("heic", "cut in the middle", () => redHeic.subarray(0, redHeic.length / 2), damaged),
  image(
    "heic",
    "a size that is not there",
    () => {
      const file = Buffer.from(redHeic);
      const size = file.indexOf("ispe", undefined, "latin1") + 8;
      file.writeUInt32BE(30_000, size);
      file.writeUInt32BE(30_000, size + 4);
      return file;
    },
    { says: /damaged|at most 50 million/ },
  ),
  image(
    "png",
    "drawings in SVG under its name",
    () =>
      utf8(
        '<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"><image href="file:///etc/passwd"/></svg>',
      ),
    { says: /damaged|at most 50 million/ },
  ),
];
