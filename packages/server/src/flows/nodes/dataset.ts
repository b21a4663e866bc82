import type { ChunkStore } from "../../chunks/chunk-store.ts";
import { defaultChunking } from "../../chunks/chunking-config.ts";
import type { ElementStore } from "../../elements/element-store.ts";
import type { FileId, ProjectId, VersionId } from "../../kernel/ids.ts";
import type { SourceName, SourceNames } from "../../sources/source-names.ts";
import type { NodeKind, NodeOutcome } from "../node/node-kind.ts";

export type DatasetDependencies = {
  sourceNames: Pick<SourceNames, "byIds" | "byNames">;
  elements: Pick<ElementStore, "active">;
  chunks: Pick<ChunkStore, "findSets" | "activeSets">;
};

/** Up to so many files are looked up one by one; for more it is cheaper to read which versions the project has. */
const maxLookedUp = 50;
const rememberedMs = 1_000;
/** More names would make the note too long to read. */
const maxNamed = 10;

/**
 * Stands for sources of the project, as their versions that answer now. A name means every source that bears it; a
 * revision has the sources that its names stood for as `fileIds`, which have priority. Sources that are gone are left out,
 * and so are, with a note, those that have no version yet.
 */
export function createDatasetNode(deps: DatasetDependencies): NodeKind {
  const lookUp = createLookUp(deps);
  return {
    type: "dataset",
    version: 1,
    needs: [],
    takes: [],
    gives: "documents",
    readsQuery: false,
    isVolatile: true,
    defaults: { files: [] },
    async run({ node, projectId, signal }) {
      const { fileIds, files } = node.config as { fileIds?: FileId[]; files?: string[] };
      return fileIds
        ? lookUp(projectId, fileIds, signal)
        : outcomeOf(deps, projectId, await sourcesOf(deps, projectId, files ?? []), signal);
    },
  };
}

async function outcomeOf(
  deps: DatasetDependencies,
  projectId: ProjectId,
  named: SourceName[],
  signal: AbortSignal,
): Promise<NodeOutcome> {
  const active = await activeVersions(deps, projectId, named, signal);
  const documents = named.flatMap(({ fileId, fileName }) => {
    const version = active.get(fileId);
    return version ? [{ fileId, fileName, versionId: version.versionId }] : [];
  });
  const unread = named.filter(({ fileId }) => !active.has(fileId));
  return {
    output: { kind: "documents", documents },
    counts: {
      total_documents: documents.length,
      total_chunks: [...active.values()].reduce((sum, { chunks }) => sum + chunks, 0),
    },
    notes: unread.length === 0 ? [] : [`Left out, because they are not read yet: ${listed(unread)}`],
  };
}

/**
 * Looks up the files of a revision. Many are remembered for a second, because looking them up takes longer than a search: a
 * new version of one of them is searched that much later. What was deleted is not found at once, as everywhere.
 */
function createLookUp(deps: DatasetDependencies) {
  const latest = new WeakMap<FileId[], { at: number; outcome: NodeOutcome }>();
  return async (projectId: ProjectId, fileIds: FileId[], signal: AbortSignal): Promise<NodeOutcome> => {
    const known = latest.get(fileIds);
    if (known && performance.now() - known.at < rememberedMs) return known.outcome;
    const at = performance.now();
    const named = await deps.sourceNames.byIds(projectId, fileIds);
    const outcome = await outcomeOf(deps, projectId, named, signal);
    if (fileIds.length > maxLookedUp) latest.set(fileIds, { at, outcome });
    return outcome;
  };
}

/** In the order of the names, each source once. */
async function sourcesOf(
  { sourceNames }: DatasetDependencies,
  projectId: ProjectId,
  names: string[],
): Promise<SourceName[]> {
  const found = [...(await sourceNames.byNames(projectId, names)).values()].flat();
  return [...new Map(found.map((source) => [source.fileId, source])).values()];
}

type ActiveVersion = { versionId: VersionId; chunks: number };

async function activeVersions(
  { elements, chunks }: DatasetDependencies,
  projectId: ProjectId,
  named: SourceName[],
  signal: AbortSignal,
): Promise<Map<FileId, ActiveVersion>> {
  const wanted = new Set(named.map(({ fileId }) => fileId));
  if (wanted.size > maxLookedUp) {
    const sets = await chunks.activeSets(projectId, defaultChunking);
    return new Map(sets.filter(({ fileId }) => wanted.has(fileId)).map((set) => [set.fileId, set]));
  }
  const versions = new Map<FileId, VersionId>();
  for (const fileId of wanted) {
    signal.throwIfAborted();
    const version = await elements.active(fileId);
    if (version) versions.set(fileId, version.versionId);
  }
  const sets = await chunks.findSets([...versions.values()], defaultChunking);
  return new Map(
    [...versions].map(([fileId, versionId]) => [
      fileId,
      { versionId, chunks: sets.get(versionId)?.chunks ?? 0 },
    ]),
  );
}

function listed(sources: SourceName[]): string {
  const names = sources.slice(0, maxNamed).map(({ fileName }) => fileName);
  const more = sources.length - names.length;
  return more === 0 ? names.join(", ") : `${names.join(", ")} and ${more} more`;
}
