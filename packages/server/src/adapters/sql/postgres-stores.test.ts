import { afterAll, beforeAll } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { openStores } from "../../../testing/contracts/open-stores.ts";
import { describeStores } from "../../../testing/contracts/store-suites.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../testing/postgres-server.ts";
import { openPostgres } from "./open-postgres.ts";

needs("postgres", postgresFolders())("on a PostgreSQL server", () => {
  let server: PostgresServer;
  /** Migrated once; a copy of it is made faster than its tables. */
  let template: string;
  beforeAll(async () => {
    server = await startPostgres();
    template = await server.createDatabase();
    await (await openPostgres(template)).destroy();
  });
  afterAll(() => server?.stop());

  describeStores("PostgreSQL", async () => {
    const url = await server.createDatabase(template);
    return openStores(
      () => openPostgres(url),
      () => server.dropDatabase(url),
    );
  });
});
