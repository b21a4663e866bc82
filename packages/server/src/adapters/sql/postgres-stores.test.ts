import { afterAll, beforeAll } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { openStores } from "../../../testing/contracts/open-stores.ts";
import { describeStores } from "../../../testing/contracts/store-suites.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../../../testing/postgres-server.ts";
import { createTableCleaner, type TableCleaner } from "../../../testing/table-cleaner.ts";
import { connectPostgres, openPostgres } from "./open-postgres.ts";

needs("postgres", postgresFolders())("on a PostgreSQL server", () => {
  let server: PostgresServer;
  let url: string;
  let cleaner: TableCleaner;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    await (await openPostgres(url)).destroy();
    cleaner = await createTableCleaner(url);
  });
  afterAll(async () => {
    await cleaner?.end();
    await server?.stop();
  });

  describeStores("PostgreSQL", () =>
    openStores(
      async () => connectPostgres(url),
      () => cleaner.clean(),
    ),
  );
});
