import { expect, it } from "vitest";
import { playWordHistory } from "../../../testing/word-histories.ts";

it.each([11, 12])(
  "finds what a look at every chunk finds, whatever happened: history %i",
  async (seed) => {
    expect(await playWordHistory(seed, 120)).toEqual([]);
  },
  60_000,
);
