import { median } from "./statistics.ts";

export type Sample = { perSecond: number; cpuMicroseconds: number };

/** The cost of `count` requests in one proxy: requests per second, and processor time per request. */
export async function sampleOf(
  proxy: { cpu(): Promise<number> },
  count: number,
  run: () => Promise<number>,
): Promise<Sample> {
  const before = await proxy.cpu();
  const seconds = await run();
  const after = await proxy.cpu();
  return { perSecond: count / seconds, cpuMicroseconds: (after - before) / count };
}

/** Runs every proxy once in each round. The order is rotated, so that no proxy always follows the same one. */
export async function interleave<Name extends string>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name) => Promise<Sample>,
): Promise<Map<Name, Sample[]>> {
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let step = 0; step < names.length; step += 1) {
      const name = names[(round + step) % names.length] as Name;
      samples.get(name)?.push(await measure(name));
    }
  }
  return samples;
}

export const medianOf = (samples: Sample[]): Sample => ({
  perSecond: median(samples.map(({ perSecond }) => perSecond)),
  cpuMicroseconds: median(samples.map(({ cpuMicroseconds }) => cpuMicroseconds)),
});

/** The median of the ratios of each round. It stays valid when the speed of the machine changes over time. */
export const cpuRatio = (samples: Sample[], reference: Sample[]): number =>
  median(
    samples.map(
      ({ cpuMicroseconds }, round) => cpuMicroseconds / (reference[round]?.cpuMicroseconds ?? Number.NaN),
    ),
  );
