import { existsSync } from "node:fs";
import { type Random, seededRandom } from "../documents/seeded-random.ts";
import { keepsThroughKills } from "../s3-server.ts";
import { checkSettled, type Settled } from "./check-settled.ts";
import { startClients } from "./clients.ts";
import { disturb } from "./disturb.ts";
import { makeFlow } from "./flow.ts";
import { openFleet } from "./open-fleet.ts";

export type FleetRun = {
  kills: number;
  /** Fewer kills where they take longer: where many processes start at a time on a slow machine. */
  minutes: number;
  seed: number;
  /** With a node of OpenSearch. */
  search: boolean;
  note: (line: string) => void;
};

export type FleetFindings = { faults: string[]; counts: Settled; calls: number };

/** Debian's libfaketime, on the machines that it is built for. */
const fakeTimes = ["x86_64", "aarch64"].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);

/** Disturbs a fleet while clients use it, and answers what should not have happened. */
export async function runFleet(run: FleetRun): Promise<FleetFindings> {
  const { seed, search, note } = run;
  const random: Random = seededRandom(seed);
  const fakeTime = fakeTimes.find((path) => existsSync(path)) ?? null;
  if (fakeTime === null) note("without libfaketime (Debian's faketime): every clock is right");
  if (!keepsThroughKills) note("without versitygw: the S3 server is not killed");
  if (!search) note("without OPENSEARCH_HOME and Java 21: the words' index is in the database");
  const fleet = await openFleet({ search, fakeTime });
  try {
    await makeFlow(fleet);
    const clients = startClients(fleet, seededRandom(seed + 1), { isDisturbed: true });
    if (fleet.volume === null) note("without rights to mount a small disk: none is full");
    const { kills: killed, partitions, stalls } = await disturb(fleet, { ...run, random });
    await clients.stop();
    const settled = await checkSettled(fleet, clients.sources);
    note(`killed: ${countsAsText(killed)}`);
    note(`links away: ${countsAsText(partitions)}`);
    note(`hung or full: ${countsAsText(stalls)}`);
    note(`answers: ${countsAsText(clients.answers)}`);
    note(`sources: ${countsAsText(new Map(Object.entries(settled.counts)))}`);
    const calls = [...clients.answers.values()].reduce((sum, count) => sum + count, 0);
    return { faults: [...clients.faults, ...settled.faults], counts: settled.counts, calls };
  } finally {
    await fleet.close();
  }
}

export const countsAsText = (counts: Map<string, number>): string =>
  [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
