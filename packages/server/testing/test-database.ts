import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import pg from "pg";
import { dataFolderPaths } from "../src/adapters/filesystem/data-folder.ts";
import { openSqlite } from "../src/adapters/sql/open-database.ts";
import { connectPostgres } from "../src/adapters/sql/open-postgres.ts";
import type { Database } from "../src/adapters/sql/schema.ts";
import { newId } from "../src/kernel/ids.ts";
import { serverVariable, templateName } from "./postgres-for-all.ts";

/**
 * The address of a data folder's database on the PostgreSQL server of the test run, which is made when it is asked for
 * first; null where services of tests have their databases in their folders. See `HEADWATER_TEST_DATABASE` in CONTRIBUTING.
 */
export const testPostgresOf = async (dataFolder: string): Promise<string | null> => {
  const server = process.env[serverVariable];
  if (server === undefined) return null;
  const name = nameOf(dataFolder);
  const url = server.replace("/postgres?", `/${name}?`);
  if (await makeDatabase(server, name)) {
    // A copy would have the identity of the one that it was copied from.
    await query(url, `update store set store_id = '${newId()}'`);
  }
  return url;
};

/** Removes what `testPostgresOf` has made. */
export const removeTestPostgres = async (dataFolder: string): Promise<void> => {
  const server = process.env[serverVariable];
  if (server !== undefined) await query(server, `drop database if exists ${nameOf(dataFolder)} with (force)`);
};

/** Opens the database of a service that a test has started on this folder, beside the service. */
export const openTestDatabase = async (dataFolder: string): Promise<Kysely<Database>> => {
  const url = await testPostgresOf(dataFolder);
  return url === null ? openSqlite(dataFolderPaths(dataFolder).database) : connectPostgres(url);
};

const nameOf = (dataFolder: string): string =>
  `folder_${createHash("sha256").update(dataFolder).digest("hex").slice(0, 24)}`;

const makeDatabase = async (server: string, name: string): Promise<boolean> => {
  try {
    await query(server, `create database ${name} template ${templateName}`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === "42P04") return false;
    throw error;
  }
};

const query = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
