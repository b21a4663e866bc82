import { chmod, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { currentFolderVersion, type DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { syncFolder } from "../../adapters/filesystem/durable.ts";
import { createFilesystemSidecarStore } from "../../adapters/filesystem/filesystem-sidecar-store.ts";
import { writeVersion } from "../../adapters/filesystem/folder-version.ts";
import { writeStoreMark } from "../../adapters/filesystem/store-mark.ts";
import { createStores } from "../../adapters/sql/create-stores.ts";
import { connectSqlite } from "../../adapters/sql/open-database.ts";
import { isDatabaseRepair, repairDatabase } from "../../adapters/sql/repair-database.ts";
import { readStoreId } from "../../adapters/sql/store-id.ts";
import type { FolderFinding, Repair } from "../../backup/folder-finding.ts";
import type { Clock } from "../../kernel/clock.ts";
import { createKeepSidecar } from "../../sources/keep-sidecar.ts";

/** Does what a finding says can be done about it. Content is never removed; what is in the way is set aside. */
export async function mend(
  paths: DataFolderPaths,
  { file, repair }: { file: string; repair: Repair },
  clock: Clock,
): Promise<void> {
  if (isDatabaseRepair(repair)) return repairDatabase(paths.database, repair, clock);
  const path = join(paths.root, file);
  switch (repair.does) {
    case "set mode":
      return chmod(path, repair.mode);
    case "set aside":
      return setAside(paths, file, clock);
    case "mark files":
      return writeStoreMark(paths.files, repair.storeId);
    case "write version":
      return writeVersion(paths.root, currentFolderVersion);
    case "write sidecar":
      return writeSidecar(paths, repair);
  }
}

/** What the service mends by itself: what follows from other rows and files. */
export const mendsItself = (finding: FolderFinding): finding is FolderFinding & { repair: Repair } =>
  finding.kind === "derived" && !finding.blocks && finding.repair !== null;

/** `headwater doctor --empty-holding` removes it. Sweeping does not, because its content is unknown. */
async function setAside({ root, holding }: DataFolderPaths, file: string, clock: Clock): Promise<void> {
  const time = clock.now().toISOString().replaceAll(/[-:]/g, "");
  await mkdir(holding, { recursive: true, mode: 0o700 });
  await rename(join(root, file), join(holding, `${time}-${file.replaceAll("/", "-")}`));
  await syncFolder(holding);
}

async function writeSidecar(
  { database: path, files }: DataFolderPaths,
  content: { projectId: string; contentHash: string },
): Promise<void> {
  const database = connectSqlite(path);
  try {
    const stores = createStores(database, { now: () => new Date() });
    const storeId = await readStoreId(database);
    const sidecars = createFilesystemSidecarStore(files);
    await createKeepSidecar({ ...stores, storeId, sidecars })(content, undefined, { durably: true });
  } finally {
    await database.destroy();
  }
}
