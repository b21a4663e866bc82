import pg from "pg";
import { openPostgres } from "../src/adapters/sql/open-postgres.ts";
import { startPostgres } from "./postgres-server.ts";

/** Where the address of the server is for the processes that run tests. */
export const serverVariable = "HEADWATER_TEST_POSTGRES_SERVER";

/** A migrated database without a row. Copying it takes a tenth of the time that migrating another one takes. */
export const templateName = "headwater_template";

/**
 * With `HEADWATER_TEST_DATABASE=postgres` one PostgreSQL server for the whole test run. Every service that a test starts
 * in its own process then has its database there.
 */
export default async function startForAll(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.HEADWATER_TEST_DATABASE !== "postgres") return undefined;
  const server = await startPostgres();
  const made = await server.createDatabase();
  await (await openPostgres(made)).destroy();
  const admin = made.replace(/\/case_1\?/, "/postgres?");
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query(`alter database case_1 rename to ${templateName}`);
  await client.end();
  process.env[serverVariable] = admin;
  return () => server.stop();
}
