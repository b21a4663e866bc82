import BetterSqlite from "better-sqlite3";
import { OperatorError } from "../../kernel/operator-error.ts";

/** Runs a look into a database; what SQLite refuses becomes one line that says what to do. */
export const explainDatabaseError = <T>(path: string, look: () => T): T => {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof BetterSqlite.SqliteError)) throw error;
    const { code, message } = error;
    const cause = { cause: error };
    if (/^SQLITE_(NOTADB|CORRUPT|IOERR|ERROR)/.test(code)) {
      throw new OperatorError(
        `The database ${path} is damaged (${message}). 'headwater doctor' looks closer; 'headwater restore' brings a backup back.`,
        cause,
      );
    }
    if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code))
      throw new OperatorError(`The database ${path} can't be read by this user (${message}).`, cause);
    if (code.startsWith("SQLITE_BUSY"))
      throw new OperatorError(
        `The database ${path} is kept busy by another process. Try again later.`,
        cause,
      );
    throw error;
  }
};
