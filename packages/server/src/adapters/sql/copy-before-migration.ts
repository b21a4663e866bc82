import { chmod, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { OperatorError } from "../../kernel/operator-error.ts";
import { syncFolder } from "../filesystem/durable.ts";

/** Copies kept, the newest ones: of a service that is brought up to date again and again only these take room. */
const copiesKept = 2;

/** Pages copied before other work gets its turn. */
const pagesPerStep = 2_000;

/**
 * Copies the database, as it stands, to `<database>.before-<migration>`, durably and as a whole or not at all; one of
 * an earlier attempt is replaced. Answers the copy's path. Throws OperatorError when there is no space.
 */
export const copyBeforeMigration = async (path: string, migration: string): Promise<string> => {
  const copy = `${path}.before-${migration}`;
  const unfinished = `${copy}.new`;
  await rm(unfinished, { force: true });
  try {
    const sqlite = new BetterSqlite(path, { readonly: true });
    try {
      await sqlite.backup(unfinished, { progress: () => pagesPerStep });
    } finally {
      sqlite.close();
    }
    await chmod(unfinished, 0o600);
    await sync(unfinished);
    await rename(unfinished, copy);
    await syncFolder(dirname(copy));
    return copy;
  } catch (error) {
    await rm(unfinished, { force: true });
    if (!isFull(error)) throw error;
    throw new OperatorError(
      `There is no space for a copy of the database ${path}, which is made before its tables change: free some space and start again. Nothing was changed.`,
      { cause: error },
    );
  }
};

/** Removes the older copies. */
export const boundCopies = async (path: string): Promise<void> => {
  const beginning = `${basename(path)}.before-`;
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(beginning)).sort();
  for (const name of names.slice(0, -copiesKept)) await rm(join(dirname(path), name), { force: true });
};

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const isFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(String(error.code));
