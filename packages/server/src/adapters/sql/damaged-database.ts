import BetterSqlite from "better-sqlite3";
import { OperatorError } from "../../kernel/operator-error.ts";

/** SQLite's word for a file that is not a database or was damaged, in one line that names the remedies; others as they are. */
export const explainDamage = (path: string, error: unknown): unknown =>
  isDamage(error)
    ? new OperatorError(
        `The database ${path} is damaged (${error.message}). Run 'headwater restore <backup>' into a new folder; or, without a backup, move the database away and run 'headwater recover', which brings the sources back from the stored files.`,
        { cause: error },
      )
    : error;

const isDamage = (error: unknown): error is Error =>
  error instanceof BetterSqlite.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);
