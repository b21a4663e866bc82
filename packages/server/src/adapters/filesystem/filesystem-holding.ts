import { access, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { heldNameOf, readHeldName } from "../../backup/held-name.ts";
import type { Clock } from "../../kernel/clock.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Held, Holding } from "../../ports/holding.ts";
import { blobPath, leaveNoEmptyFolders, namesIn, putInFolder } from "./blob-paths.ts";
import { syncFolder } from "./durable.ts";
import { sidecarPath } from "./filesystem-sidecar-store.ts";
import { codeOf } from "./folder-errors.ts";
import { readStoreMark, writeStoreMark } from "./store-mark.ts";

/**
 * Keeps bytes that were set aside as `holding/<time>-<project>-<hash>/<hash>`, with `<hash>.json` beside them. The
 * folder has the mark of its store. Throws OperatorError when it belongs to another store, so that nothing of another
 * store is ever deleted.
 */
export const openFilesystemHolding = async (
  { holding, files }: { holding: string; files: string },
  { storeId, clock }: { storeId: string; clock: Clock },
): Promise<Holding> => {
  const marked = await readStoreMark(holding);
  if (marked !== null && marked !== storeId) {
    throw new OperatorError(
      `The folder ${holding} holds files of another store (${marked}). Move it out of the data folder.`,
    );
  }
  const markedAlready = async () => {
    await mkdir(holding, { recursive: true, mode: 0o700 });
    if ((await readStoreMark(holding)) === null) await writeStoreMark(holding, storeId);
  };

  const list = async (): Promise<Held[]> => {
    const held: Held[] = [];
    for await (const name of namesIn(holding)) {
      const found = readHeldName(name);
      if (found) held.push({ ...found, place: join(holding, name) });
    }
    return held.sort((a, b) => a.heldAt.getTime() - b.heldAt.getTime());
  };

  return {
    async setAside({ projectId, contentHash }) {
      await markedAlready();
      const heldAt = clock.now();
      const place = join(holding, heldNameOf({ projectId, contentHash, heldAt }));
      const path = blobPath(files, projectId, contentHash);
      await mkdir(place, { recursive: true, mode: 0o700 });
      // Either may be missing already: a crash came between the two steps, and this is the next start.
      await renameIfThere(path, join(place, contentHash));
      await renameIfThere(sidecarPath(path), sidecarPath(join(place, contentHash)));
      await syncFolder(place);
      await syncFolder(holding);
      await leaveNoEmptyFolders(dirname(path));
      return { projectId, contentHash, heldAt, place };
    },

    list,

    async putBack({ projectId, contentHash, place }) {
      const bytes = join(place, contentHash);
      if (!(await isThere(bytes))) return false;
      const path = blobPath(files, projectId, contentHash);
      // Do not use `renameIfThere`: the next step removes the place, so the bytes must really have been moved.
      await putInFolder(files, path, () => rename(bytes, path));
      await rm(place, { recursive: true });
      return true;
    },

    async sweep(before) {
      const old = (await list()).filter(({ heldAt }) => heldAt < before);
      // Check again, because a sweep cannot be undone.
      if (old.length === 0 || (await readStoreMark(holding)) !== storeId) return [];
      for (const { place } of old) await rm(place, { recursive: true, force: true });
      return old;
    },
  };
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === "ENOENT") return false;
      throw error;
    },
  );

const renameIfThere = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
};
