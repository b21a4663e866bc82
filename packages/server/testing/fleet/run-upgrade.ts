import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { seededRandom } from "../documents/seeded-random.ts";
import { startPostgres } from "../postgres-server.ts";
import { startS3 } from "../s3-server.ts";
import { type ServiceProcess, serverEntry, startServiceProcess } from "../service-process.ts";
import { checkSettled, type Settled } from "./check-settled.ts";
import { type Clients, startClients } from "./clients.ts";
import { makeFlow } from "./flow.ts";
import { countsAsText } from "./run-fleet.ts";

export type UpgradeRun = {
  /** The program of the version that serves first. Default: that of the new one, which makes it a rolling restart. */
  from?: string;
  /** Of each role. */
  processes: number;
  /** Answers that clients have had before each step, and after the last one. */
  calls: number;
  seed: number;
  note: (line: string) => void;
};

export type UpgradeFindings = { faults: string[]; counts: Settled; calls: number };

const roles = ["api", "worker"] as const;
const lookEveryMs = 100;

/**
 * Replaces the processes of a fleet by those of a new version while clients use it, as a load balancer sees it: a new
 * process gets requests once it is ready, an old one gets no more before it is asked to stop. Answers what clients
 * should not have seen: every answer but 200 and 404 is a fault, and every broken or refused connection.
 */
export async function runUpgrade(run: UpgradeRun): Promise<UpgradeFindings> {
  const { from = serverEntry, processes, calls, seed, note } = run;
  const token = "fleet-token-0123456789";
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), "headwater-upgrade-"));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const postgres = await startPostgres();
    closing.push(() => postgres.stop());
    const s3 = await startS3();
    closing.push(() => s3.stop());
    const database = await postgres.createDatabase();
    const shared = { ...s3.keys, HEADWATER_DATABASE: database, HEADWATER_FILES: await s3.createBucket() };
    const start = async (role: string, entry: string): Promise<ServiceProcess> => {
      const dataFolder = await mkdtemp(join(folder, `${role}-`));
      const environment = { ...shared, HEADWATER_ROLE: role, HEADWATER_WORKERS: "2" };
      const service = await startServiceProcess({ dataFolder, token, entry, environment });
      closing.push(() => service.kill());
      return service;
    };

    const old: { role: (typeof roles)[number]; service: ServiceProcess }[] = [];
    for (let each = 0; each < processes; each += 1)
      for (const role of roles) old.push({ role, service: await start(role, from) });
    /** Those that get requests. Clients look at it before each call. */
    const apis = old.filter(({ role }) => role === "api").map(({ service }) => service.origin);
    await makeFlow({ apis, token });

    /** Of processes that did not end by themselves, with 0. */
    const stops: string[] = [];
    const clients = startClients({ apis, token }, seededRandom(seed), { isDisturbed: false });
    closing.push(() => clients.stop());
    for (const [at, { role, service }] of old.entries()) {
      await answered(clients, calls);
      const fresh = await start(role, serverEntry);
      note(`${role} ${at + 1} of the new version is ready`);
      if (role === "api") apis.push(fresh.origin);
      await answered(clients, calls);
      if (role === "api") apis.splice(apis.indexOf(service.origin), 1);
      await service.stop().catch((error: Error) => stops.push(error.message));
      note(`${role} ${at + 1} of the old version has stopped`);
    }
    await answered(clients, calls);
    await clients.stop();
    const settled = await checkSettled({ apis, token, database, ended: [] }, clients.sources);
    note(`answers: ${countsAsText(clients.answers)}`);
    note(`sources: ${countsAsText(new Map(Object.entries(settled.counts)))}`);
    const faults = [...stops, ...clients.faults, ...settled.faults];
    // A worker that is asked to stop gives its builds back: that is not a try.
    if (settled.counts.givenUp > 0) faults.push(`${settled.counts.givenUp} builds were given up`);
    return { faults, counts: settled.counts, calls: answersOf(clients) };
  } finally {
    for (const each of closing.reverse()) await each();
  }
}

const answersOf = ({ answers }: Clients): number =>
  [...answers.values()].reduce((sum, count) => sum + count, 0);

/** Waits until clients have had so many more answers. */
async function answered(clients: Clients, more: number): Promise<void> {
  const enough = answersOf(clients) + more;
  while (answersOf(clients) < enough) await after(lookEveryMs);
}
