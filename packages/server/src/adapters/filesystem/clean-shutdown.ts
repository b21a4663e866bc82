import { existsSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { stampFile } from "./copy-hashed.ts";
import { syncFolder, writeDurably } from "./durable.ts";
import { codeOf } from "./folder-errors.ts";

const markSchema = z.object({
  /** ISO 8601. */
  stopped: z.string(),
  database: z.object({ size: z.number(), modified: z.number(), logSize: z.number() }),
  /** SHA-256 of the database; absent when it was too large to read at a stop. */
  sha256: z.string().optional(),
});

/** A larger database is not read at a stop, which must stay quick. Half a second. */
const maxHashedBytes = 500_000_000;

/** `changed`: the database is another one than at the clean shutdown, or was written to since by a command. */
export type ShutdownState =
  | { kind: "clean"; stopped: string; sha256?: string | undefined }
  | { kind: "changed" }
  | { kind: "unmarked" };

const markPath = (root: string): string => join(root, "clean-shutdown.json");

/** How the folder was left. Touches nothing. */
export const readShutdownState = async (root: string, database: string): Promise<ShutdownState> => {
  const text = await readFile(markPath(root), "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (text === null) return { kind: "unmarked" };
  const mark = markSchema.safeParse(jsonOf(text)).data;
  if (!mark) return { kind: "unmarked" };
  if (!existsSync(database)) return { kind: "changed" };
  const now = await fingerprint(database);
  const same = Object.entries(mark.database).every(([key, value]) => now[key as keyof typeof now] === value);
  return same ? { kind: "clean", stopped: mark.stopped, sha256: mark.sha256 } : { kind: "changed" };
};

/** Says, durably, that nothing is half-written: the last act of a graceful stop, once the database is closed. */
export const markCleanShutdown = async (root: string, database: string, now: Date): Promise<void> => {
  const found = await fingerprint(database);
  const sha256 = found.size <= maxHashedBytes ? (await stampFile(database))?.sha256 : undefined;
  const mark = { stopped: now.toISOString(), database: found, sha256 };
  await writeDurably(markPath(root), `${JSON.stringify(mark)}\n`);
};

/** Takes the mark away, durably: the first act of a start, before anything is written. */
export const removeShutdownMark = async (root: string): Promise<void> => {
  await rm(markPath(root), { force: true });
  await syncFolder(root);
};

/** Enough to tell the database that was closed from one that was put in its place later. */
const fingerprint = async (database: string) => {
  const file = await stat(database);
  // Whole milliseconds: copies keep no more of a time.
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
