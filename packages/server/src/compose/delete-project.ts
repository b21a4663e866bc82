import { readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { markCleanShutdown, readShutdownState } from "../adapters/filesystem/clean-shutdown.ts";
import { type DataFolderPaths, dataFolderPaths, openDataFolder } from "../adapters/filesystem/data-folder.ts";
import { openFilesystemBlobStore } from "../adapters/filesystem/filesystem-blob-store.ts";
import { openFilesystemHolding } from "../adapters/filesystem/filesystem-holding.ts";
import { createFilesystemSidecarStore } from "../adapters/filesystem/filesystem-sidecar-store.ts";
import { folderInUse } from "../adapters/filesystem/folder-lock.ts";
import { createInProcessLock } from "../adapters/memory/in-process-lock.ts";
import { createCheckpoint } from "../adapters/sql/checkpoint.ts";
import { countRows } from "../adapters/sql/count-rows.ts";
import { createStores, type Stores } from "../adapters/sql/create-stores.ts";
import { openSqlite } from "../adapters/sql/open-database.ts";
import { readStoreId } from "../adapters/sql/store-id.ts";
import type { Project } from "../auth/project.ts";
import { hashToken } from "../auth/token.ts";
import { systemClock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { createDeleteSource } from "../sources/delete-source.ts";
import { createKeepSidecar } from "../sources/keep-sidecar.ts";
import type { AdministerOptions } from "./administer.ts";
import { refuseDamage } from "./verify/refuse-damage.ts";
import { verifyFolder } from "./verify/verify-folder.ts";

/**
 * Removes a project of a stopped service with all that it holds: nothing of it is left in the tables and files of the data folder.
 * Before that it proves that tables and files belong together and are whole. The project goes last, so that a deletion that was cut
 * short is found and repeated. Answers the copies of the database that migrations made, which still have it.
 *
 * @throws {OperatorError} while a service runs, and for a folder that is not whole; nothing was changed then
 */
export async function deleteProject(
  dataFolder: string,
  project: Project,
  { onCopy }: AdministerOptions,
): Promise<string[]> {
  const paths = dataFolderPaths(dataFolder);
  if (folderInUse(paths.root))
    throw new OperatorError(
      `A service uses ${paths.root}, and may be reading documents of the project. Stop it, then delete the project.`,
    );
  const before = await readShutdownState(paths.root, paths.database);
  const folder = await openDataFolder(dataFolder);
  try {
    const { findings } = await verifyFolder(paths, { depth: "quick" });
    refuseDamage(paths.root, findings);
    const database = await openSqlite(paths.database, { onCopy });
    try {
      const storeId = await readStoreId(database);
      const stores = createStores(database, systemClock);
      // Nothing can be asked of the project, or added to it, from here on.
      const hashes = await revokeTokens(stores, project);
      await deleteSources(stores, paths, project, storeId);
      for (const { flowId } of await stores.flows.list(project.projectId)) await stores.flows.remove(flowId);
      await removeFiles(paths, project, storeId, hashes);
      await stores.projects.remove(project.projectId);
      await createCheckpoint(database).empty();
    } finally {
      await database.destroy();
    }
    if (before.kind === "clean")
      await markCleanShutdown(paths.root, paths.database, { now: systemClock.now(), countRows });
    return await copiesOf(paths);
  } finally {
    folder.close();
  }
}

/** Answers the hashes of the tokens that there were. */
async function revokeTokens({ tokens }: Pick<Stores, "tokens">, { projectId }: Project): Promise<string[]> {
  const all = await tokens.list(projectId);
  for (const { tokenId } of all) await tokens.remove(tokenId);
  return all.map(({ hash }) => hash);
}

async function deleteSources(
  stores: Stores,
  paths: DataFolderPaths,
  { projectId }: Project,
  storeId: string,
): Promise<void> {
  const sidecars = createFilesystemSidecarStore(paths.files);
  const deleteSource = createDeleteSource({
    ...stores,
    blobs: await openFilesystemBlobStore(paths),
    sidecars,
    keepSidecar: createKeepSidecar({ ...stores, sidecars, storeId }),
    // No service is running, so there are no builds and no index in memory. The log and the pictures are deleted
    // once, at the end.
    forget: async () => {},
    stopBuilds: async () => {},
    forgetContent: async () => {},
    erase: async () => {},
    lock: createInProcessLock(),
  });
  for (const { fileId } of await stores.sources.list(projectId)) await deleteSource(projectId, fileId);
}

/**
 * What is not removed with a source: leftovers, what was set aside and fetched, pictures of pages, and the token
 * file.
 */
async function removeFiles(
  paths: DataFolderPaths,
  { projectId }: Project,
  storeId: string,
  tokenHashes: string[],
): Promise<void> {
  const remove = (path: string) => rm(path, { recursive: true, force: true });
  await remove(join(paths.files, projectId));
  const holding = await openFilesystemHolding(paths, { storeId, clock: systemClock });
  for (const held of await holding.list()) if (held.projectId === projectId) await remove(held.place);
  for (const name of await namesIn(paths.downloads))
    if (name.startsWith(`${projectId}_`)) await remove(join(paths.downloads, name));
  // Uploads that were under way, and what is made again when it is missed: they do not say whose they are.
  for (const cache of [paths.staging, paths.pages, paths.temporary])
    for (const name of await namesIn(cache)) await remove(join(cache, name));
  const token = await readFile(paths.token, "utf8").catch(() => "");
  if (tokenHashes.includes(hashToken(token.trim()))) await remove(paths.token);
}

const copiesOf = async ({ database }: DataFolderPaths): Promise<string[]> =>
  (await namesIn(dirname(database))).filter((name) => name.startsWith(`${basename(database)}.before-`));

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
