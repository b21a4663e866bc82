import { expect, it } from "vitest";
import { playWordHistory } from "../../../testing/word-histories.ts";

it.each([11, 12])(
  "finds what a look at every chunk finds, whatever happened: history %i",
  async (seed) => {
    expect(await playWordHistory(seed, 120)).toEqual([]);
  },
  60_000,
);

it("finds the same in two processes, whichever of them stores segments", async () => {
  expect(await playWordHistory(13, 250, { isShared: true })).toEqual([]);
}, 60_000);
