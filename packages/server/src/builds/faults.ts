export const diskFull = "the disk was full";

/** The code of errors that say so of the database. */
export const databaseUnavailable = "DATABASE_UNAVAILABLE";

/** The code of errors that say so of stored files. */
export const filesUnavailable = "FILES_UNAVAILABLE";

/** The code of errors that say that the store of the files works, and does not give out a certain one. */
export const fileRefused = "FILE_REFUSED";

/** The code of errors that say so of the search cluster. */
export const searchUnavailable = "SEARCH_UNAVAILABLE";

/** The code of errors that say so of changes. */
export const storeMoving = "STORE_MOVING";

/** That of a database with a server of its own: nothing can be stored, whatever the document. */
export const databaseFull = "the disk of the database was full";
export const databaseDown = "the database could not be reached";
export const filesDown = "the store of the files could not be reached";
export const searchDown = "the search index could not be reached";
export const moving = "what is stored is being moved to another place";

/** Those in which what a build needs is away, for all builds alike. */
export const outages: ReadonlySet<string> = new Set([
  databaseDown,
  databaseFull,
  filesDown,
  searchDown,
  moving,
]);

/** What passes by itself or once somebody makes room: no verdict on the document. By error code, in words that end a sentence. */
const faults: [pattern: RegExp, words: string][] = [
  [/^(EMFILE|ENFILE)$/, "too many files were open"],
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)$/, diskFull],
  [/^53100$/, databaseFull],
  [/^(EIO$|SQLITE_IOERR)/, "the disk could not be read or written"],
  [/^(EAGAIN|EBUSY|ENOMEM)$/, "the system was short of resources"],
  [/^SQLITE_(BUSY|LOCKED)/, "the database was busy"],
  // SQLSTATEs of PostgreSQL: a time limit, a lock, or a transaction that another one was in the way of.
  [/^(57014|55P03|25P03|40001|40P01)$/, "the database was busy"],
  // The connection broke, the server ends or starts, or it has no connection left.
  [/^(08...|57P0[123]|53300)$/, databaseDown],
  [new RegExp(`^${databaseUnavailable}$`), databaseDown],
  [new RegExp(`^${filesUnavailable}$`), filesDown],
  [new RegExp(`^${fileRefused}$`), "the store of the files refused to give out this file"],
  [new RegExp(`^${searchUnavailable}$`), searchDown],
  [new RegExp(`^${storeMoving}$`), moving],
  // While it is in use: there was no descriptor left for its log, or for a temporary file.
  [/^SQLITE_CANTOPEN/, "the database could not be opened"],
];

/** An error that came from a thread or from a library that is not JavaScript has its code in its text only. */
const codeInText = /(?:^|failure: )(E[A-Z]+)\b/;
const numberInText = /\(os error (\d+)\)/;
const codesByNumber: Record<string, string> = {
  5: "EIO",
  11: "EAGAIN",
  12: "ENOMEM",
  16: "EBUSY",
  23: "ENFILE",
  24: "EMFILE",
  28: "ENOSPC",
  122: "EDQUOT",
};

/** The codes of an error and of what caused it, outermost first. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let current = error, depth = 0; current instanceof Error && depth < 10; depth += 1) {
    const { code } = current as NodeJS.ErrnoException;
    if (typeof code === "string") codes.push(code);
    const number = numberInText.exec(current.message)?.[1] ?? "";
    const named = codesByNumber[number] ?? codeInText.exec(current.message)?.[1];
    if (named) codes.push(named);
    current = current.cause;
  }
  return codes;
}

/** What went wrong, when it is something that passes; else null. */
export function passingFault(error: unknown): string | null {
  for (const code of codesOf(error)) {
    const fault = faults.find(([pattern]) => pattern.test(code));
    if (fault) return fault[1];
  }
  return null;
}
