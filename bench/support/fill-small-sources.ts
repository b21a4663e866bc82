import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { blobPath } from "../../packages/server/src/adapters/filesystem/blob-paths.ts";
import { createFilesystemSidecarStore } from "../../packages/server/src/adapters/filesystem/filesystem-sidecar-store.ts";
import { createStores } from "../../packages/server/src/adapters/sql/create-stores.ts";
import { openSqlite } from "../../packages/server/src/adapters/sql/open-database.ts";
import { readStoreId } from "../../packages/server/src/adapters/sql/store-id.ts";
import { chunkByTitle } from "../../packages/server/src/chunks/chunkers/title.ts";
import { defaultChunking } from "../../packages/server/src/chunks/chunking-config.ts";
import type { Element } from "../../packages/server/src/elements/element.ts";
import { systemClock } from "../../packages/server/src/kernel/clock.ts";
import { newId } from "../../packages/server/src/kernel/ids.ts";
import { smallText } from "./small-sources.ts";

const leaseMs = 60_000;

/**
 * Writes small text files into a data folder that no service has open, as if each had been uploaded and read: bytes,
 * sidecar, rows. The search index is left to the next start. `tagsOf` gives each its tags, by its number.
 */
export async function fillSmallSources(
  dataFolder: string,
  numbers: Iterable<number>,
  tagsOf: (number: number) => string[] = () => [],
): Promise<void> {
  const files = join(dataFolder, "files");
  const database = await openSqlite(join(dataFolder, "headwater.sqlite"));
  const stores = createStores(database, systemClock);
  const storeId = await readStoreId(database);
  const sidecars = createFilesystemSidecarStore(files);
  const [project] = await stores.projects.list();
  if (!project) throw new Error(`${dataFolder} has no project: start a service on it first`);
  const { projectId } = project;
  for (const number of numbers) {
    const [fileId, versionId, buildId, owner] = [newId(), newId(), newId(), newId()];
    const text = smallText(number);
    const contentHash = createHash("sha256").update(text).digest("hex");
    const source = {
      ...{ projectId, fileId, fileName: `note-${number}.txt`, fileSize: Buffer.byteLength(text) },
      ...{ fileType: "txt", fileSource: "local file" as const, contentHash },
      ...{ tags: tagsOf(number), createdAt: systemClock.now() },
    };
    const path = blobPath(files, projectId, contentHash);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, text, { mode: 0o600 });
    const entry = { ...source, method: "fast" as const };
    await sidecars.write({ storeId, project, contentHash, size: source.fileSize, sources: [entry] });
    await stores.builds.addWithSource(source, {
      ...{ buildId, projectId, fileId, method: "fast", lane: "quick", task: "first" },
    });
    const now = systemClock.now();
    await stores.builds.claim({ owner, until: new Date(now.getTime() + leaseMs) }, now, "quick");
    const elements = text.split("\n\n").map(
      (paragraph, position): Element => ({
        ...{ elementId: newId(), position, type: "NarrativeText", text: paragraph, pageNumber: 1 },
      }),
    );
    await stores.elements.beginVersion({ versionId, fileId, method: "fast" });
    await stores.elements.setPages(versionId, { totalPages: 1, failedPages: [], message: null });
    await stores.elements.addElements(versionId, elements);
    const chunkSetId = newId();
    await stores.chunks.begin(projectId, fileId, { chunkSetId, versionId, config: defaultChunking });
    await stores.chunks.add(chunkSetId, chunkByTitle(elements));
    await stores.elements.activate(fileId, versionId);
    await stores.builds.complete(buildId, owner, {
      ...{ totalPartitions: elements.length, totalPages: 1, failedPages: [], message: null },
    });
  }
  await database.destroy();
}
