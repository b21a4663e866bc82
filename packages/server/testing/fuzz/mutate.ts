import { between, type Random } from "../documents/seeded-random.ts";

/** Damage by disks, networks and attackers: flipped bits, a cut end, a hole, a repeated block, noise. */
export function mutate(random: Random, bytes: Uint8Array): Uint8Array {
  const damaged = Uint8Array.from(bytes);
  const at = between(random, 0, damaged.length - 1);
  const length = between(random, 1, Math.max(1, damaged.length >> 3));
  switch (between(random, 0, 5)) {
    case 0:
      return flipBits(random, damaged, between(random, 1, 8));
    case 1:
      return flipBits(random, damaged, between(random, 20, 400));
    case 2:
      return damaged.subarray(0, at);
    case 3:
      return join(damaged.subarray(0, at), damaged.subarray(at + length));
    case 4:
      return join(damaged.subarray(0, at), damaged.subarray(at, at + length), damaged.subarray(at));
    default:
      return damaged.fill(between(random, 0, 255), at, at + length);
  }
}

function flipBits(random: Random, bytes: Uint8Array, count: number): Uint8Array {
  for (let flip = 0; flip < count; flip += 1) {
    const at = between(random, 0, bytes.length - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << between(random, 0, 7));
  }
  return bytes;
}

const join = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
