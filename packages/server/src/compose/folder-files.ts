import { constants } from "node:fs";
import { access } from "node:fs/promises";
import type { DataFolder } from "../adapters/filesystem/data-folder.ts";
import { openFilesystemBlobStore } from "../adapters/filesystem/filesystem-blob-store.ts";
import { openFilesystemHolding } from "../adapters/filesystem/filesystem-holding.ts";
import { createFilesystemSidecarStore } from "../adapters/filesystem/filesystem-sidecar-store.ts";
import type { Clock } from "../kernel/clock.ts";
import { markStore } from "./mark-store.ts";
import type { OpenFiles } from "./open-files.ts";

/** Opens the files of a data folder, which are proven to be those of its database. */
export async function openFolderFiles(
  folder: DataFolder,
  { storeId, clock }: { storeId: string; clock: Clock },
): Promise<OpenFiles> {
  await markStore(folder, storeId);
  return {
    blobs: await openFilesystemBlobStore(folder),
    sidecars: createFilesystemSidecarStore(folder.files),
    holding: await openFilesystemHolding(folder, { storeId, clock }),
    filesPlace: null,
    async checkFiles() {
      await access(folder.files, constants.W_OK);
    },
  };
}
