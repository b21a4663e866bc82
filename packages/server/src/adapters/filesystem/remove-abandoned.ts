import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./folder-errors.ts";

/** Removes what was last changed so long ago that the process which made it is gone. Other processes use the folder, too. */
export const removeAbandoned = async (folder: string, olderThanMs: number): Promise<void> => {
  const before = Date.now() - olderThanMs;
  for (const name of await orNothing(readdir(folder), [])) {
    const path = join(folder, name);
    const found = await orNothing(stat(path), null);
    if (found && found.mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
};

/** Another process may have removed it. */
const orNothing = <Found, Nothing>(look: Promise<Found>, nothing: Nothing): Promise<Found | Nothing> =>
  look.catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return nothing;
    throw error;
  });
