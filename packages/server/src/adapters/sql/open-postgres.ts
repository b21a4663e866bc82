import { setTimeout as after } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import pg from "pg";
import { OperatorError } from "../../kernel/operator-error.ts";
import { answeredPool } from "./answered-pool.ts";
import { DatabaseUnavailableError } from "./database-outage.ts";
import { migrateToLatest } from "./migrate.ts";
import { createPostgresDialect } from "./postgres-dialect.ts";
import type { Database } from "./schema.ts";
import { readStoreId } from "./store-id.ts";

/** Connections of the thread that answers HTTP and of the builds. PostgreSQL allows 100 in all by default. */
const defaultConnections = 10;

/** How long a query waits for a free connection, or a new connection for the server, in ms. */
const connectTimeout = 10_000;

/**
 * How long the server works on one statement, waits in it for another's lock, or waits for a transaction to go on, in
 * ms.
 */
const statementTimeout = 60_000;

/** A migration may move every row, and waits while another process migrates; in ms. */
const migrationTimeout = 30 * 60_000;

/**
 * How long a migration waits for a table that another process uses, in ms: whatever asks for that table meanwhile waits
 * behind it. Then it lets the others pass, and tries again.
 */
const migrationLockTimeout = 2_000;
const betweenTriesMs = 1_000;

/**
 * By how much the wait for an answer outlasts the server's own limit, in ms. Only a connection gets there that went dead in the
 * middle of an answer.
 */
const answerGrace = 10_000;

/**
 * Opens the PostgreSQL database at `url` (`postgres://user:password@host:5432/database`), migrating it as needed.
 *
 * @throws OperatorError when it can't be reached or entered, can't hold every character, or was made by a newer Headwater
 */
export const openPostgres = async (
  url: string,
  {
    direct = null,
  }: {
    /** The address of the database itself, where a pooler is at `url`: migrations hold a lock of their session. Default: `url`. */
    direct?: string | null;
  } = {},
): Promise<Kysely<Database>> => {
  parsed(url);
  const own = direct ?? url;
  const migrating = connect(own, {
    ...{ connections: 1, timeout: migrationTimeout, lockTimeout: migrationLockTimeout },
  });
  let storeId: string;
  try {
    await requireUnicode(migrating);
    await migratePatiently(migrating);
    storeId = await readStoreId(migrating);
  } catch (error) {
    throw explainPostgresError(error, own);
  } finally {
    await migrating.destroy();
  }
  const database = connectPostgres(url, { isPooled: direct !== null });
  try {
    if (direct !== null && (await readStoreId(database)) !== storeId)
      throw new OperatorError(
        `${placeOf(url)} is not ${placeOf(direct)}: HEADWATER_DATABASE has to lead to the database of HEADWATER_DATABASE_DIRECT.`,
      );
    return database;
  } catch (error) {
    await database.destroy();
    throw explainPostgresError(error, url);
  }
};

/** Connects to a database that `openPostgres` has migrated. */
export const connectPostgres = (
  url: string,
  { connections = defaultConnections, isPooled = false }: { connections?: number; isPooled?: boolean } = {},
): Kysely<Database> => connect(url, { connections, timeout: statementTimeout, isPooled });

const connect = (
  url: string,
  {
    isPooled = false,
    ...limits
  }: {
    connections: number;
    timeout: number;
    /** How long a statement waits for the lock of another one, in ms. Default: as long as it may take. */
    lockTimeout?: number;
    /** A pooler knows no limits of one client: the server's own are in its place. Default: false. */
    isPooled?: boolean;
  },
): Kysely<Database> => {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "headwater",
    max: limits.connections,
    connectionTimeoutMillis: connectTimeout,
    ...(!isPooled && {
      statement_timeout: limits.timeout,
      lock_timeout: limits.lockTimeout,
      idle_in_transaction_session_timeout: limits.timeout,
    }),
    query_timeout: limits.timeout + answerGrace,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  });
  // A connection lost while it was idle: the pool has dropped it already and opens another one for the next query.
  pool.on("error", () => {});
  // One lost while it was in use: its query fails. Without a listener the process would end, too.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return new Kysely<Database>({ dialect: createPostgresDialect(answeredPool(pool, { url, isPooled })) });
};

/** 64-bit integers (counts, sizes) come as numbers, as from SQLite; all of ours are far below 2⁵³. */
const parserOf: typeof pg.types.getTypeParser = ((id: number, format?: "text") =>
  id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)) as never;

/** Migrates beside processes that use the tables, and beside others that migrate. */
const migratePatiently = async (database: Kysely<Database>): Promise<void> => {
  const until = performance.now() + migrationTimeout;
  for (;;) {
    try {
      // A server has backups of its own; a file copied beside it would not be one.
      return await migrateToLatest(database, async () => {});
    } catch (error) {
      const isLocked = error instanceof OperatorError && codeOf(error.cause) === lockNotAvailable;
      if (!isLocked || performance.now() > until) throw error;
    }
    await after(betweenTriesMs);
  }
};

/** PostgreSQL's code for a lock that was not to be had within `lock_timeout`. */
const lockNotAvailable = "55P03";

const requireUnicode = async (database: Kysely<Database>): Promise<void> => {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(database);
  const encoding = rows[0]?.server_encoding;
  if (encoding === "UTF8") return;
  throw new OperatorError(
    `The PostgreSQL database is encoded in ${encoding}, which can't hold every character. Create one with encoding UTF8.`,
  );
};

/** Names the database without its password: "The PostgreSQL database documents at db.example.com:5432". */
export const placeOf = (url: string): string => {
  const { host, port, database } = parsed(url);
  return `The PostgreSQL database ${database} at ${host.startsWith("/") ? host : `${host}:${port}`}`;
};

/** Says in one line what keeps us out of the database, without the password. */
export const explainPostgresError = (failure: unknown, url: string): unknown => {
  if (failure instanceof OperatorError) return failure;
  const error = failure instanceof DatabaseUnavailableError ? failure.cause : failure;
  const { user } = parsed(url);
  const remedy = messageOf(error).includes("startup parameter")
    ? "A pooler such as pgbouncer stands in front of it: give the address of the database itself, too, as HEADWATER_DATABASE_DIRECT."
    : (remedies[codeOf(error)] ?? "Check that it runs there and that the address is right.");
  return new OperatorError(`${placeOf(url)} can't be opened as ${user}: ${messageOf(error)}. ${remedy}`, {
    cause: error,
  });
};

/** The driver's own error of an address that it can't read shows the address, and the password in it. */
const parsed = (url: string): pg.Client => {
  try {
    return new pg.Client({ connectionString: url });
  } catch {
    throw new OperatorError(
      "HEADWATER_DATABASE can't be used: it takes postgres://<user>:<password>@<host>:<port>/<database>, with special characters of the password as %XX.",
    );
  }
};

const wrongCredentials = "Check the user and the password in its address.";

/** By PostgreSQL's error code. */
const remedies: Record<string, string> = {
  "28P01": wrongCredentials,
  "28000": wrongCredentials,
  "3D000": "Create it first, with encoding UTF8.",
  "42501": "Give that user the right to create tables in it.",
  "53300": "Raise its max_connections, or end other clients.",
};

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** A name with several addresses fails with one error for each, and no message of its own. */
const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
};
