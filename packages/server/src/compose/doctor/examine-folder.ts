import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { readShutdownState } from "../../adapters/filesystem/clean-shutdown.ts";
import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { folderInUse } from "../../adapters/filesystem/folder-lock.ts";
import { refuseUnusableFolder } from "../../adapters/filesystem/restore-target.ts";
import { inWords } from "../../backup/sizes.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { type Finding, ill, note, ok } from "./finding.ts";

const lowDiskBytes = 1_000_000_000;

/** Whether the folder can be used at all; null when it can, and is to be looked at. */
export async function examineFolder({ root }: DataFolderPaths): Promise<Finding | null> {
  await access(root, constants.R_OK).catch((cause: unknown) => {
    throw new OperatorError(
      `${root} is missing or can't be read. Start the service, or set HEADWATER_DATA.`,
      {
        cause,
      },
    );
  });
  const misuse = misuseOf(root);
  if (misuse !== null) return ill(misuse);
  const writable = await access(root, constants.W_OK).then(
    () => true,
    () => false,
  );
  return writable ? null : ill(`${root} can't be written by this user: the service could not use it.`);
}

/** Why it is not a data folder at all: a backup, or a restore that was cut short. Null for one that is. */
export function misuseOf(root: string): string | null {
  try {
    refuseUnusableFolder(root);
    return null;
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}

export async function examineDisk({ root }: DataFolderPaths): Promise<Finding> {
  const { bavail, bsize } = await statfs(root);
  const text = `${inWords(bavail * bsize)} free`;
  return bavail * bsize < lowDiskBytes ? ill(`${text}: make room, uploads will soon be refused.`) : ok(text);
}

export async function examineShutdown({ root, database }: DataFolderPaths): Promise<Finding> {
  if (folderInUse(root)) return ok("the service is running");
  const state = await readShutdownState(root, database);
  if (state.kind === "clean") return ok(`stopped cleanly at ${state.stopped}`);
  return note(
    state.kind === "changed"
      ? "the database was changed since the service stopped (a command does that): the next start checks it"
      : "no mark of a clean stop: the next start checks the folder first",
  );
}
