import { statSync } from "node:fs";
import { markCleanShutdown, readShutdownState } from "../adapters/filesystem/clean-shutdown.ts";
import { dataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { folderInUse, lockFolder } from "../adapters/filesystem/folder-lock.ts";
import { countRows } from "../adapters/sql/count-rows.ts";
import { createStores } from "../adapters/sql/create-stores.ts";
import { openSqlite } from "../adapters/sql/open-database.ts";
import { openPostgres, placeOf } from "../adapters/sql/open-postgres.ts";
import { readStoreId } from "../adapters/sql/store-id.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { ProjectStore } from "../auth/project.ts";
import type { TokenStore } from "../auth/token-store.ts";
import type { EventStore } from "../events/event-store.ts";
import { systemClock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { RetentionStore } from "../retention/retention-store.ts";
import type { VectorStore } from "../retrieval/dense/vector-store.ts";
import type { UsageStore } from "../usage/usage-store.ts";
import type { WebhookStore } from "../webhooks/webhook-store.ts";

/** What the commands for tokens and projects work on. */
export type AdministeredStores = {
  storeId: string;
  projects: ProjectStore;
  vectors: Pick<VectorStore, "spaces">;
  tokens: TokenStore;
  auditLog: AuditLog;
  usage: UsageStore;
  retention: RetentionStore;
  projectEvents: EventStore;
  webhooks: WebhookStore;
};

export type AdministerOptions = {
  /** Called with the path of the copy when the tables had to be brought up to date. */
  onCopy(copy: string): void;
};

/**
 * Opens the stores beside a running service for the time of one work. The service reads tokens and projects from the
 * database at every request, so a change holds at once. Throws OperatorError when there is no database.
 */
export async function administer<T>(
  { dataFolder, postgres }: { dataFolder: string; postgres: string | null },
  work: (stores: AdministeredStores) => Promise<T>,
  { onCopy }: AdministerOptions,
): Promise<T> {
  if (postgres !== null) return administerPostgres(postgres, work);
  const { root, database: path } = dataFolderPaths(dataFolder);
  // Opening an empty file would fill it with tables. The service decides at its start what an empty file means.
  if (!statSync(path, { throwIfNoEntry: false })?.size) {
    throw new OperatorError(
      `There is no database in ${dataFolder}. Start the service, which makes it or says what to do, or set HEADWATER_DATA.`,
    );
  }
  const before = await readShutdownState(root, path);
  const database = await openSqlite(path, { onCopy });
  try {
    return await work({ ...createStores(database, systemClock), storeId: await readStoreId(database) });
  } finally {
    await database.destroy();
    // A stopped service left the mark. Renewed, it still shows what anything else has changed.
    if (before.kind === "clean") await renewMark(root, path);
  }
}

/** A database without a project was never served: its address may be wrong. */
async function administerPostgres<T>(
  url: string,
  work: (stores: AdministeredStores) => Promise<T>,
): Promise<T> {
  const database = await openPostgres(url);
  try {
    const stores = { ...createStores(database, systemClock), storeId: await readStoreId(database) };
    if ((await stores.projects.list()).length === 0)
      throw new OperatorError(
        `${placeOf(url)} has no project yet. Start the service, which makes the first one, or change HEADWATER_DATABASE.`,
      );
    return await work(stores);
  } finally {
    await database.destroy();
  }
}

/** Marks a folder as cleanly shut down again, after something else than a service has changed its database. */
export async function renewMark(root: string, database: string): Promise<void> {
  // A service that has started meanwhile has removed the mark, and makes its own.
  if (folderInUse(root)) return;
  const unlock = lockFolder(root);
  try {
    await markCleanShutdown(root, database, { now: systemClock.now(), countRows });
  } finally {
    unlock();
  }
}
