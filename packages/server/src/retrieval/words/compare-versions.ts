import type { ProjectId, VersionId } from "../../kernel/ids.ts";
import type { WordStore } from "./word-store.ts";

/**
 * Compares what an index has of a project, in chunks by version, with the database. What it lacks is listed as unindexed,
 * what it should not have is written as gone. Answers how many versions.
 */
export async function compareVersions(
  store: WordStore,
  projectId: ProjectId,
  /** Null: it is being filled, so there is nothing to compare yet. */
  indexed: () => Promise<ReadonlyMap<VersionId, number> | null>,
): Promise<{ missing: number; leftOver: number }> {
  const expected = await store.activeVersions(projectId);
  const versions = await indexed();
  if (versions === null) return { missing: 0, leftOver: 0 };
  const missing = expected.filter(({ versionId, chunks }) => (versions.get(versionId) ?? 0) !== chunks);
  const active = new Set((await store.activeVersions(projectId)).map(({ versionId }) => versionId));
  const leftOver = [...versions.keys()].filter((versionId) => !active.has(versionId));
  await store.addUnindexed(
    projectId,
    missing.map(({ chunkSetId }) => chunkSetId),
  );
  await store.addGone(
    projectId,
    leftOver.map((versionId) => ({ versionId, fileId: "", chunkSetId: "" })),
  );
  return { missing: missing.length, leftOver: leftOver.length };
}
