import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import BetterSqlite from "better-sqlite3";
import { expect } from "vitest";
import type { DataFolderPaths } from "../../src/adapters/filesystem/data-folder.ts";
import { damageOf, type FolderFinding } from "../../src/backup/folder-finding.ts";
import { repair } from "../../src/compose/doctor/repair.ts";
import { type VerificationDepth, verifyFolder } from "../../src/compose/verify/verify-folder.ts";
import type { FilledFolder } from "./filled-folder.ts";

export const repairAll = { acceptMissing: false, dryRun: false, hashUpTo: Number.POSITIVE_INFINITY };

export const verify = async (
  paths: DataFolderPaths,
  depth: VerificationDepth = "all",
): Promise<FolderFinding[]> => (await verifyFolder(paths, { depth })).findings;

export const wrongOnes = (findings: FolderFinding[]) => findings.filter(({ kind }) => kind !== "note");

/** Changes the database behind the back of the service. */
export const change = (paths: DataFolderPaths, ...statements: string[]): void => {
  const database = new BetterSqlite(paths.database);
  database.pragma("foreign_keys = off");
  for (const statement of statements) database.exec(statement);
  database.close();
};

/** As a failing disk does it: the file keeps its time. */
export const rewrite = (path: string, change: (bytes: Buffer) => Buffer): void => {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, change(readFileSync(path)));
  utimesSync(path, atime, mtime);
};

export const flipped = (bytes: Buffer, at: number): Buffer => {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
};

/** Repairs, and answers what is still wrong; `refused` where it says that it can't. */
export async function afterRepair(paths: DataFolderPaths): Promise<FolderFinding[] | "refused"> {
  const done = await repair(paths, repairAll).catch((error: Error) => error);
  if (done instanceof Error) {
    expect(done.message).toMatch(/can't be repaired, and nothing in it was changed/);
    return "refused";
  }
  return wrongOnes(await verify(paths));
}

/** Nothing stays wrong but what had no repair. */
export async function expectMended(paths: DataFolderPaths, found: FolderFinding[]): Promise<void> {
  const left = await afterRepair(paths);
  const hopeless = found.filter(({ repair }) => repair === null).map(damageOf);
  if (left === "refused") expect(hopeless).not.toEqual([]);
  else expect(left.map(damageOf).filter((damage) => !hopeless.includes(damage))).toEqual([]);
}

/** Each part of a folder, damaged in one way, in a copy of its own. */
export async function damageEach<T>(
  folder: FilledFolder,
  things: T[],
  damage: (paths: DataFolderPaths, thing: T) => Promise<void>,
): Promise<void> {
  for (const thing of things) {
    const paths = await folder.copy();
    await damage(paths, thing).catch((error: Error) => {
      error.message = `${JSON.stringify(thing)}: ${error.message}`;
      throw error;
    });
    rmSync(paths.root, { recursive: true });
  }
}
