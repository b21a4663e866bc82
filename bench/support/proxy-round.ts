import { seededRandom } from "./seeded-random.ts";
import { median, medianInterval } from "./statistics.ts";

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

/** Runs every proxy once in each round. Each round has another order, so that no proxy always follows the same one. */
export async function interleave<Name extends string>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name) => Promise<Sample>,
): Promise<Map<Name, Sample[]>> {
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]));
  const random = seededRandom(1);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of shuffled(names, random.below)) samples.get(name)?.push(await measure(name));
  }
  return samples;
}

function shuffled<Name>(names: readonly Name[], below: (limit: number) => number): Name[] {
  const left = [...names];
  return names.flatMap(() => left.splice(below(left.length), 1));
}

export const medianOf = (samples: Sample[]): Sample => ({
  perSecond: median(samples.map(({ perSecond }) => perSecond)),
  cpuMicroseconds: median(samples.map(({ cpuMicroseconds }) => cpuMicroseconds)),
});

const ratios = (samples: Sample[], reference: Sample[]): number[] =>
  samples.map(
    ({ cpuMicroseconds }, round) => cpuMicroseconds / (reference[round]?.cpuMicroseconds ?? Number.NaN),
  );

/** The median of the ratios of each round. It stays valid when the speed of the machine changes over time. */
export const cpuRatio = (samples: Sample[], reference: Sample[]): number =>
  median(ratios(samples, reference));

/** The upper bound of the 95 % interval of that median. */
export const cpuRatioAtMost = (samples: Sample[], reference: Sample[]): number =>
  medianInterval(ratios(samples, reference)).high;
