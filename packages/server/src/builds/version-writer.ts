import type { BuiltChunks } from "../chunks/chunk-store.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import type { ElementStore, NewVersion } from "../elements/element-store.ts";
import { newId, type VersionId } from "../kernel/ids.ts";
import type { Build, BuildOutcome } from "./build.ts";
import type { PreparedPart } from "./document-reader.ts";
import { joinSentences } from "./join-sentences.ts";

/** Writes one version beside the active one, part by part. Nothing of it is seen before it is activated. */
export type VersionWriter = {
  versionId: VersionId;
  write(part: PreparedPart): Promise<void>;
  /** What was written. Throws before the totals came. */
  outcome(): BuildOutcome;
  /** Takes back what was written. */
  drop(): Promise<void>;
};

export type VersionStores = { elements: ElementStore; chunks: BuiltChunks };

export function createVersionWriter(
  { elements, chunks }: VersionStores,
  { projectId, fileId, method }: Pick<Build, "projectId" | "fileId" | "method">,
  origin: Pick<NewVersion, "reader" | "duplicateOf">,
): VersionWriter {
  const version = { versionId: newId(), fileId, method, ...origin };
  const { versionId } = version;
  const chunkSet = { chunkSetId: newId(), versionId, config: defaultChunking };
  let begun: Promise<void> | undefined;
  let totalPartitions = 0;
  let totals: Omit<BuildOutcome, "totalPartitions"> | undefined;

  /** With the first part: most documents that can't be read leave nothing to take back. */
  const begin = async () => {
    await elements.beginVersion(version);
    await chunks.begin(projectId, fileId, chunkSet);
  };

  return {
    versionId,
    async write(part) {
      begun ??= begin();
      await begun;
      switch (part.kind) {
        case "elements":
          await elements.addElements(versionId, part.elements);
          totalPartitions += part.elements.length;
          return;
        case "chunks":
          await chunks.add(chunkSet.chunkSetId, part.chunks);
          return;
        case "totals": {
          const { totalPages, failedPages, failure = null, message, method: ran } = part;
          const { duplicateOf } = origin;
          await elements.setPages(versionId, { totalPages, failedPages, message });
          // Not kept with the version: when its failed pages are read again, this is no longer true.
          const told = joinSentences([failure, message]);
          totals = {
            ...{ totalPages, failedPages, message: told, method: ran },
            ...(duplicateOf ? { duplicateOf } : {}),
          };
        }
      }
    },
    outcome() {
      if (!totals) throw new Error(`Version ${versionId} is not written to its end`);
      return { totalPartitions, ...totals };
    },
    async drop() {
      if (begun) await elements.removeVersion(versionId);
    },
  };
}
