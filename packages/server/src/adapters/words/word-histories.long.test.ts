import { expect, it } from "vitest";
import { playWordHistory } from "../../../testing/word-histories.ts";

/** The first history. `FUZZ_SEED` repeats the ones of another run: they are printed with what differed. */
const first = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 30));
const histories = 6;
const steps = 300;

it(
  `finds what a look at every chunk finds, in ${histories} long histories of one process and of two from FUZZ_SEED=${first} on`,
  async () => {
    const differences: string[] = [];
    for (let seed = first; seed < first + histories; seed++)
      for (const isShared of [false, true])
        differences.push(...(await playWordHistory(seed, steps, { isShared })));
    expect(differences).toEqual([]);
  },
  30 * 60_000,
);
