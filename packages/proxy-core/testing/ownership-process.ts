import { DatabaseSync } from "node:sqlite";
import { createClient } from "@redis/client";
import pg from "pg";
import type { LastingOwnershipStore } from "../src/ownership/ownership-store.ts";
import { createPostgresOwnershipStore } from "../src/ownership/postgres-ownership-store.ts";
import { createRedisOwnershipStore } from "../src/ownership/redis-ownership-store.ts";
import { createSqliteOwnershipStore } from "../src/ownership/sqlite-ownership-store.ts";

// One of several processes that use a store at the same time: see ownership-processes.ts.

/** Where a store is, for a process that opens it by itself. */
export type StorePlace = { sqlite: string } | { postgres: string } | { redis: string; prefix: string };

/** What one process saw. `errors` has the first ten texts. */
export type ProcessReport = { calls: number; errors: string[]; wrong: string[]; won: number };

async function openStore(place: StorePlace): Promise<LastingOwnershipStore> {
  if ("sqlite" in place) return createSqliteOwnershipStore(new DatabaseSync(place.sqlite));
  if ("postgres" in place)
    return createPostgresOwnershipStore(new pg.Pool({ connectionString: place.postgres, max: 2 }));
  const client = createClient({ socket: { path: place.redis, tls: false } });
  await client.connect();
  return createRedisOwnershipStore((command) => client.sendCommand(command), { prefix: place.prefix });
}

/** In each round all processes claim one id, and all release it: one of them owns it, one of them is the first. */
async function useStore(place: StorePlace, name: string, rounds: number): Promise<ProcessReport> {
  const report: ProcessReport = { calls: 0, errors: [], wrong: [], won: 0 };
  const call = async <T>(question: () => Promise<T>): Promise<T | undefined> => {
    report.calls += 1;
    return question().catch((error: unknown) => {
      report.errors.push(String(error));
      return undefined;
    });
  };
  const store = await openStore(place);
  for (let round = 0; round < rounds; round++) {
    await call(() => store.claim("file", `shared-${round}`, name));
    const owner = await call(() => store.ownerOf("file", `shared-${round}`));
    if (!owner?.startsWith("process-")) report.wrong.push(`shared-${round} belongs to ${owner}`);
    await call(() => store.claim("answer", `${name}-${round}`, name));
    if (await call(() => store.release("build", `contested-${round}`))) report.won += 1;
  }
  const owned = (await call(() => store.listOwned("file", name))) ?? [];
  for (const id of owned)
    if ((await call(() => store.ownerOf("file", id))) !== name) report.wrong.push(`${id} changed its owner`);
  return report;
}

const [place, name, rounds] = process.argv.slice(2);
if (place && name) {
  // All begin at once: when the parent writes a line.
  process.stdout.write("ready\n");
  process.stdin.once("data", async () => {
    const report = await useStore(JSON.parse(place) as StorePlace, name, Number(rounds));
    process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit());
  });
}
