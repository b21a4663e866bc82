import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { trimFreedMemory } from "./start-trimming.ts";
import { usesGlibc } from "./uses-glibc.ts";

const megabyte = 1024 ** 2;
const pieces = 40_000;
const pieceBytes = 4 * 1024;

/** Every hundredth piece stays in use, so that what is freed lies between pieces in use. */
function keepSome(): Uint8Array[] {
  const all = Array.from({ length: pieces }, () => new Uint8Array(pieceBytes).fill(1));
  return all.filter((_, at) => at % 100 === 0);
}

it.runIf(usesGlibc())(
  "gives memory that was freed, and that the C library keeps, back to the system",
  async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const kept = keepSome();
    collect();
    collect();
    const before = process.memoryUsage.rss();
    await trimFreedMemory();
    expect(before - process.memoryUsage.rss()).toBeGreaterThan(50 * megabyte);
    expect(kept).toHaveLength(pieces / 100);
  },
);
