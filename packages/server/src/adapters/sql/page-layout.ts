import BetterSqlite from "better-sqlite3";

/**
 * A commit writes each page that it changes as a whole, and of an index a new source changes some bytes on each of some thirty
 * pages. So they are small: with 4 kB three times as much was written for a source, and reading was as fast.
 */
const pageBytes = 1_024;
const incremental = 2;

/** Of effect while there is no table: small pages, and free ones can be given back to the disk when `startShrinking` asks for it. */
export function layOut(sqlite: BetterSqlite.Database): void {
  sqlite.pragma(`page_size = ${pageBytes}`);
  sqlite.pragma("auto_vacuum = INCREMENTAL");
}

export const pageBytesOf = (sqlite: BetterSqlite.Database): number =>
  sqlite.pragma("page_size", { simple: true }) as number;

/** Writes a database of an earlier version anew, with the pages of this one. Only while no process has it open. */
export function rewriteDatabase(path: string): void {
  const sqlite = new BetterSqlite(path);
  try {
    const isShrinkable = sqlite.pragma("auto_vacuum", { simple: true }) === incremental;
    if (isShrinkable && pageBytesOf(sqlite) === pageBytes) return;
    // Documents must not lie in a temporary file outside of the data folder, not even for a moment.
    sqlite.pragma("temp_store = memory");
    // With a write-ahead log the size of pages can't change. `connect` turns it on again.
    sqlite.pragma("journal_mode = delete");
    layOut(sqlite);
    sqlite.exec("vacuum");
  } finally {
    sqlite.close();
  }
}
