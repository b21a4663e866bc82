import { type ElementStore, VersionRemovedError } from "../elements/element-store.ts";
import type { SourceStore } from "../sources/source-store.ts";
import { passageOf, type SourcedPassage } from "./gather-passages.ts";

/** How many times a file is read again when its version is replaced meanwhile. */
const maxReadings = 3;

/**
 * Every element of a file as a passage, in order. Empty for an unknown file and for one that was never parsed. A schema
 * that is filled from these is filled as `/run-extraction` fills it.
 */
export async function wholeFile(
  {
    elements,
    sources,
  }: { elements: Pick<ElementStore, "active" | "list">; sources: Pick<SourceStore, "find"> },
  projectId: string,
  fileId: string,
): Promise<SourcedPassage[]> {
  const source = await sources.find(projectId, fileId);
  if (!source) return [];
  for (let reading = 1; ; reading += 1) {
    const version = await elements.active(fileId);
    if (!version) return [];
    try {
      const { items } = await elements.list(version.versionId, { withoutImages: true, withWordBoxes: true });
      let [sectionNumber, sectionTitle] = [1, ""];
      return items.map((element) => {
        if (element.type === "Title") {
          if (element !== items[0]) sectionNumber += 1;
          sectionTitle = element.text;
        }
        const { versionId } = version;
        const { fileName } = source;
        return passageOf(element, { versionId, fileId, fileName, sectionNumber, sectionTitle, score: 1 });
      });
    } catch (error) {
      if (!(error instanceof VersionRemovedError) || reading === maxReadings) throw error;
    }
  }
}
