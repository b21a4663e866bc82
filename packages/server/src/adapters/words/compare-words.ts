import type { ProjectStore } from "../../auth/project.ts";
import type { WordStore } from "../../retrieval/words/word-store.ts";
import { openProjectWords } from "./project-words.ts";

/** Document versions by how the words' index compares with the database. */
export type WordComparison = { inPlace: number; missing: number; leftOver: number };

/** Compares the index of all projects with the database, changing nothing. Throws DamagedSegmentError. */
export async function compareWords(
  store: WordStore,
  projects: Pick<ProjectStore, "list">,
): Promise<WordComparison> {
  const comparison = { inPlace: 0, missing: 0, leftOver: 0 };
  const looking: WordStore = { ...store, addUnindexed: async () => {} };
  for (const { projectId } of await projects.list()) {
    const expected = await store.activeVersions(projectId);
    const words = await openProjectWords(looking, projectId);
    await words.refresh();
    const indexed = words.versions();
    for (const { versionId, chunks } of expected) {
      if ((indexed.get(versionId) ?? 0) === chunks) comparison.inPlace += 1;
      else comparison.missing += 1;
      indexed.delete(versionId);
    }
    comparison.leftOver += indexed.size;
  }
  return comparison;
}
