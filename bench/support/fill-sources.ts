import { join } from "node:path";
import { createStores } from "../../packages/server/src/adapters/sql/create-stores.ts";
import { openSqlite } from "../../packages/server/src/adapters/sql/open-database.ts";
import { chunkByTitle } from "../../packages/server/src/chunks/chunkers/title.ts";
import { defaultChunking } from "../../packages/server/src/chunks/chunking-config.ts";
import type { Element } from "../../packages/server/src/elements/element.ts";
import { systemClock } from "../../packages/server/src/kernel/clock.ts";
import { newId } from "../../packages/server/src/kernel/ids.ts";
import { withTerms } from "../../packages/server/src/retrieval/search-terms.ts";

export type GeneratedSource = { fileName: string; sections: { title: string; text: string }[] };

const leaseMs = 60_000;

/**
 * Writes sources into a data folder that no service has open, as if each had been read. It uses the stores
 * directly, without uploads and builds. All of them share the bytes of a source that is already in the folder.
 */
export async function fillSources(dataFolder: string, sources: Iterable<GeneratedSource>): Promise<void> {
  const database = await openSqlite(join(dataFolder, "headwater.sqlite"));
  const stores = createStores(database, systemClock);
  const [project] = await stores.projects.list();
  const [sample] = project ? await stores.sources.list(project.projectId) : [];
  if (!project || !sample) throw new Error(`${dataFolder} has no source whose bytes could be shared`);
  const { projectId } = project;
  for (const { fileName, sections } of sources) {
    const [fileId, versionId, buildId, owner] = [newId(), newId(), newId(), newId()];
    const { fileSize, fileType, fileSource, contentHash } = sample;
    const source = { projectId, fileId, fileName, fileSize, fileType, fileSource, contentHash };
    const now = systemClock.now();
    await stores.builds.addWithSource(
      { ...source, tags: [], createdAt: now },
      { buildId, projectId, fileId, method: "fast", lane: "quick", task: "again" },
    );
    await stores.builds.claim({ owner, until: new Date(now.getTime() + leaseMs) }, now, "quick");
    const elements = sections.flatMap(({ title, text }, at): Element[] => [
      { elementId: newId(), position: 2 * at, type: "Title", level: 1, text: title, pageNumber: 1 },
      { elementId: newId(), position: 2 * at + 1, type: "NarrativeText", text, pageNumber: 1 },
    ]);
    const chunks = chunkByTitle(elements);
    await stores.elements.beginVersion({ versionId, fileId, method: "fast" });
    await stores.elements.setPages(versionId, { totalPages: 1, failedPages: [], message: null });
    await stores.elements.addElements(versionId, elements);
    const chunkSetId = newId();
    await stores.chunks.begin(projectId, fileId, { chunkSetId, versionId, config: defaultChunking });
    await stores.chunks.add(chunkSetId, withTerms(chunks));
    await stores.elements.activate(fileId, versionId);
    await stores.builds.complete(buildId, owner, {
      totalPartitions: elements.length,
      totalPages: 1,
      failedPages: [],
      message: null,
    });
  }
  await database.destroy();
}
