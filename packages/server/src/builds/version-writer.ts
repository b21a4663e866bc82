import type { BuiltChunks } from "../chunks/chunk-store.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import type { Element } from "../elements/element.ts";
import type { ElementStore, NewVersion } from "../elements/element-store.ts";
import { newId, type VersionId } from "../kernel/ids.ts";
import type { Build, BuildOutcome } from "./build.ts";
import type { PreparedPart, SearchableChunk } from "./document-reader.ts";
import type { FirstVersions } from "./first-versions.ts";
import { sizeOf } from "./gather-parts.ts";
import { joinSentences } from "./join-sentences.ts";

/** Writes one version beside the active one, part by part. Nothing of it is seen before it is activated. */
export type VersionWriter = {
  versionId: VersionId;
  write(part: PreparedPart): Promise<void>;
  /** What was written. Throws before the totals came. */
  outcome(): BuildOutcome;
  /** From now on readers see it. Returns the version that it replaces, or null. `hasCompany`: see `FirstVersions`. */
  activate(options: { hasCompany: () => boolean }): Promise<VersionId | null>;
  /** Takes back what was written. */
  drop(): Promise<void>;
};

export type VersionStores = { elements: ElementStore; chunks: BuiltChunks; firstVersions: FirstVersions };

/** A document of more elements, chunks or characters is written while it is read. */
const maxHeldRows = 100;
const maxHeldCharacters = 100_000;

/** What has been read of a document that may turn out to be small. */
type Held = { elements: Element[]; chunks: SearchableChunk[]; characters: number };

export function createVersionWriter(
  { elements, chunks, firstVersions }: VersionStores,
  { projectId, fileId, method, task }: Pick<Build, "projectId" | "fileId" | "method" | "task">,
  origin: Pick<NewVersion, "reader" | "duplicateOf">,
): VersionWriter {
  const version = { versionId: newId(), fileId, method, ...origin };
  const { versionId } = version;
  const chunkSet = { chunkSetId: newId(), versionId, config: defaultChunking };
  let held: Held | null = task === "first" ? { elements: [], chunks: [], characters: 0 } : null;
  let begun: Promise<void> | undefined;
  let totalPartitions = 0;
  let totals: Extract<PreparedPart, { kind: "totals" }> | undefined;

  /** With the first part: most documents that can't be read leave nothing to take back. */
  const begin = async () => {
    await elements.beginVersion(version);
    await chunks.begin(projectId, fileId, chunkSet);
  };

  const writeNow = async (part: PreparedPart) => {
    begun ??= begin();
    await begun;
    if (part.kind === "elements") await elements.addElements(versionId, part.elements);
    else if (part.kind === "chunks") await chunks.add(chunkSet.chunkSetId, part.chunks);
    else await elements.setPages(versionId, pagesOf(part));
  };

  const hold = (into: Held, part: PreparedPart) => {
    if (part.kind === "elements") {
      into.elements.push(...part.elements);
      for (const element of part.elements) into.characters += sizeOf(element);
    } else if (part.kind === "chunks") into.chunks.push(...part.chunks);
  };

  const writeHeld = async () => {
    if (!held) return;
    const { elements, chunks } = held;
    held = null;
    if (elements.length > 0) await writeNow({ kind: "elements", elements });
    if (chunks.length > 0) await writeNow({ kind: "chunks", chunks });
    if (totals) await writeNow(totals);
  };

  return {
    versionId,
    async write(part) {
      if (part.kind === "elements") totalPartitions += part.elements.length;
      if (held) {
        hold(held, part);
        const { elements, chunks, characters } = held;
        if (Math.max(elements.length, chunks.length) > maxHeldRows || characters > maxHeldCharacters)
          await writeHeld();
      } else await writeNow(part);
      if (part.kind === "totals") totals = part;
    },
    outcome() {
      if (!totals) throw new Error(`Version ${versionId} is not written to its end`);
      const { failure = null, message, method: ran } = totals;
      const { duplicateOf } = origin;
      return {
        totalPartitions,
        totalPages: totals.totalPages,
        failedPages: totals.failedPages,
        // The failure is not kept with the version: when its failed pages are read again, it is no longer true.
        message: joinSentences([failure, message]),
        method: ran,
        ...(duplicateOf ? { duplicateOf } : {}),
      };
    },
    async activate({ hasCompany }) {
      if (held && totals) {
        const { elements, chunks } = held;
        const pages = pagesOf(totals);
        const first = { projectId, version, pages, chunkSet, elements, chunks };
        if (await firstVersions.add(first, { hasCompany })) return null;
        await writeHeld();
      }
      return elements.activate(fileId, versionId);
    },
    async drop() {
      if (begun) await elements.removeVersion(versionId);
    },
  };
}

const pagesOf = ({ totalPages, failedPages, message }: Extract<PreparedPart, { kind: "totals" }>) => ({
  totalPages,
  failedPages,
  message,
});
