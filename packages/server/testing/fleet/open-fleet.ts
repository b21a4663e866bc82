import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { startPostgres } from "../postgres-server.ts";
import { openRelay, type Relay } from "../relay.ts";
import { keepsThroughKills, startS3 } from "../s3-server.ts";
import { startSearchCluster } from "../search-cluster.ts";
import { startServiceProcess } from "../service-process.ts";
import { type Member, superviseProcess, superviseServer } from "./member.ts";
import { openVolume, type Volume } from "./volume.ts";

/** The way of one process to one server: it can break, or fall silent. */
export type Link = { name: string; relay: Relay };

export type Fleet = {
  /** Where the api processes answer, before and after a kill. */
  apis: string[];
  token: string;
  members: Member[];
  links: Link[];
  /** Where the processes and the S3 server have their folders; null without rights to have one. */
  volume: Volume | null;
  /** The database itself, beside all links. */
  database: string;
  /** What processes said that ended by themselves. */
  ended: string[];
  close(): Promise<void>;
};

export type FleetOptions = {
  /** With the words' index in a node of OpenSearch. */
  search: boolean;
  /** The library that gives one worker a clock which is an hour ahead, and one api process one that is behind; null without one. */
  fakeTime: string | null;
};

/** Of the volume: uploads leave it free. */
const reserveMegabytes = 8;

const roles = ["api", "api", "worker", "worker", "worker"] as const;

/** Two api processes and three workers on one database and one bucket, each with links of its own. */
export async function openFleet({ search, fakeTime }: FleetOptions): Promise<Fleet> {
  const token = "fleet-token-0123456789";
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closing.splice(0).reverse()) await each();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), "headwater-fleet-"));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const postgres = await startPostgres({ isDurable: true });
    closing.push(() => postgres.stop());
    const volume = await openVolume(folder);
    if (volume) closing.push(() => volume.close());
    const s3 = await startS3({ parent: folder });
    closing.push(() => s3.stop());
    const cluster = search ? await startSearchCluster() : null;
    if (cluster) closing.push(() => cluster.stop());
    const [database, bucket] = [await postgres.createDatabase(), await s3.createBucket()];

    const links: Link[] = [];
    const link = async (name: string, target: number | string) => {
      const relay = await openRelay(target);
      closing.push(() => relay.cut());
      links.push({ name, relay });
      return relay.port;
    };
    const members: Member[] = [];
    const apis: string[] = [];
    const ended: string[] = [];
    for (const [at, role] of roles.entries()) {
      const name = `${role} ${at + 1}`;
      const toDatabase = await link(`${name} to the database`, postgres.socket);
      const toFiles = await link(`${name} to the files`, s3.port);
      const toSearch =
        cluster && (await link(`${name} to the index`, Number(new URL(cluster.origins[0] ?? "").port)));
      const port = await freePort();
      if (role === "api") apis.push(`http://127.0.0.1:${port}`);
      const environment = {
        ...s3.keys,
        HEADWATER_ROLE: role,
        HEADWATER_PORT: String(port),
        HEADWATER_WORKERS: "2",
        HEADWATER_DISK_LIMITS: `reserve=${reserveMegabytes}`,
        HEADWATER_DATABASE: postgres.overPort(database, toDatabase),
        HEADWATER_FILES: bucket.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${toFiles}`),
        ...(toSearch && { HEADWATER_INDEX: `opensearch://127.0.0.1:${toSearch}` }),
        ...(fakeTime !== null && at === roles.length - 1 && clock(fakeTime, "+1h")),
        ...(fakeTime !== null && at === 0 && clock(fakeTime, "-1h")),
      };
      const start = async (signal: AbortSignal) =>
        // A folder that is new with each start: nothing of a process has to outlive it.
        startServiceProcess({
          dataFolder: await mkdtemp(join(folder, `${role}-`)),
          token,
          environment,
          signal,
        });
      const member = superviseProcess(name, start, (complaints) => ended.push(`${name}: ${complaints}`));
      closing.push(() => member.stop());
      members.push(member);
      await member.up();
    }
    members.push(superviseServer("the database", postgres));
    if (keepsThroughKills) members.push(superviseServer("the files", s3));
    if (cluster)
      members.push(
        superviseServer("the index", {
          kill: () => cluster.kill(0),
          restart: () => cluster.restart(0),
          pid: () => cluster.pid(0),
        }),
      );
    return { apis, token, members, links, volume, database, ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const clock = (library: string, offset: string): Record<string, string> => ({
  LD_PRELOAD: library,
  FAKETIME: offset,
  // Only what the clock says: waits are as long as ever.
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
});
