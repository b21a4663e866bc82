import { crc32 } from "node:zlib";
import { between, pick, type Random } from "../../../packages/server/testing/documents/seeded-random.ts";
import { mutate } from "../../../packages/server/testing/fuzz/mutate.ts";

const oddSizes = [0, 1, 5_000, 10_000, 30_000, 65_535, 0x7fffffff, 0x80000000, 0xffffffff];

/** Damage to a picture: another size in its header, or other bytes. */
export function mutateImage(random: Random, bytes: Uint8Array): Uint8Array {
  if (random() < 0.5) return mutate(random, bytes);
  const image = Buffer.from(bytes);
  const size = () => pick(random, oddSizes);
  if (image.toString("latin1", 1, 4) === "PNG" && image.length > 33) {
    image.writeUInt32BE(size(), 16);
    if (random() < 0.7) image.writeUInt32BE(size(), 20);
    image.writeUInt32BE(crc32(image.subarray(12, 29)), 29);
  } else if (image.toString("latin1", 0, 2) === "BM" && image.length > 54) {
    image.writeUInt32LE(size(), pick(random, [10, 14, 18, 22, 28, 30, 34, 46]));
  } else if (image[0] === 0xff && image[1] === 0xd8) {
    changeFrame(random, image);
  } else {
    for (let change = between(random, 1, 6); change > 0; change -= 1) changeWord(random, image, size());
  }
  return image;
}

/** The first frame header (SOF) of a JPEG. */
function changeFrame(random: Random, image: Buffer): void {
  for (let at = 2; at + 9 < image.length && image[at] === 0xff; at += 2 + image.readUInt16BE(at + 2)) {
    const marker = image[at + 1] ?? 0;
    if (marker < 0xc0 || marker > 0xcf || [0xc4, 0xc8, 0xcc].includes(marker)) continue;
    image.writeUInt16BE(pick(random, oddSizes) & 0xffff, at + 5);
    image.writeUInt16BE(pick(random, oddSizes) & 0xffff, at + 7);
    return;
  }
}

/** A word near the start, where the tables of TIFF and HEIC are. */
function changeWord(random: Random, image: Buffer, value: number): void {
  if (image.length < 8) return;
  const at = between(random, 0, Math.min(image.length - 4, 2_000));
  if (random() < 0.5) image.writeUInt32LE(value, at);
  else image.writeUInt32BE(value, at);
}
