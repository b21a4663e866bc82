import { existsSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { stampFile } from "./copy-hashed.ts";
import { syncFolder, writeDurably } from "./durable.ts";
import { codeOf } from "./folder-errors.ts";

const markSchema = z.object({
  /** ISO 8601. */
  stopped: z.string(),
  database: z.object({ size: z.number(), modified: z.number(), logSize: z.number() }),
  /** SHA-256 of the database; absent when it could not be read soon enough at the stop. */
  sha256: z.string().optional(),
  /** The number of rows of each table; absent together with the hash, and of older marks. */
  rows: z.record(z.string(), z.number()).optional(),
  /** Of all the others: a changed number of rows would be a lost document. Absent in older marks, which have no rows. */
  check: z.number().optional(),
});

/** Reading the database for its hash takes no longer than this, because a stop must be quick: some 500 MB. */
const maxHashMs = 500;

type Mark = z.infer<typeof markSchema>;

/** `changed` means that the database has another size or time than at the clean shutdown. */
export type ShutdownState =
  | ({ kind: "clean" | "changed" } & Pick<Mark, "stopped" | "sha256" | "rows">)
  /** `damaged`: there is a mark, and it can't be read. */
  | { kind: "unmarked"; damaged: boolean };

export type MarkOptions = {
  now: Date;
  /** The number of rows of each table of a database that is closed. */
  countRows: (database: string) => Record<string, number>;
  /** Aborted when the stop can't wait any longer. Default: after half a second. */
  enough?: AbortSignal;
};

const markPath = (root: string): string => join(root, "clean-shutdown.json");

/** Reads how the last process left the folder. Changes nothing. */
export const readShutdownState = async (root: string, database: string): Promise<ShutdownState> => {
  const text = await readFile(markPath(root), "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (text === null) return { kind: "unmarked", damaged: false };
  const mark = markSchema.safeParse(jsonOf(text)).data;
  if (!mark || (mark.rows && mark.check !== checkOf(mark))) return { kind: "unmarked", damaged: true };
  const { stopped, sha256, rows } = mark;
  if (!existsSync(database)) return { kind: "changed", stopped, sha256, rows };
  const now = await fingerprint(database);
  const same = Object.entries(mark.database).every(([key, value]) => now[key as keyof typeof now] === value);
  return { kind: same ? "clean" : "changed", stopped, sha256, rows };
};

/**
 * Records durably that nothing is half-written. It is the last step of a clean stop, after the database is closed. The
 * mark has neither hash nor numbers of rows when `enough` is aborted before the database was read.
 */
export const markCleanShutdown = async (
  root: string,
  database: string,
  { now, countRows, enough = AbortSignal.timeout(maxHashMs) }: MarkOptions,
): Promise<void> => {
  const stamp = await stampFile(database, enough).catch((error: unknown) => {
    if (enough.aborted) return null;
    throw error;
  });
  const mark: Mark = {
    stopped: now.toISOString(),
    database: await fingerprint(database),
    ...(stamp && { sha256: stamp.sha256, rows: countRows(database) }),
  };
  await writeDurably(markPath(root), `${JSON.stringify({ ...mark, check: checkOf(mark) })}\n`);
};

const checkOf = ({ stopped, database: { size, modified, logSize }, sha256, rows = {} }: Mark): number =>
  crc32(JSON.stringify([stopped, size, modified, logSize, sha256, Object.entries(rows)]));

/** Removes the mark durably. It is the first step of a start, before anything is written. */
export const removeShutdownMark = async (root: string): Promise<void> => {
  await rm(markPath(root), { force: true });
  await syncFolder(root);
};

/** Enough facts to distinguish the closed database from another one that was put in its place. */
const fingerprint = async (database: string) => {
  const file = await stat(database);
  // Use whole milliseconds, because copies keep no finer times.
  return { size: file.size, modified: Math.round(file.mtimeMs), logSize: await sizeOf(`${database}-wal`) };
};

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return 0;
    throw error;
  }
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
