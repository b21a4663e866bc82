import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Chunk } from "../chunks/chunk.ts";
import type { ChunkStore } from "../chunks/chunk-store.ts";
import { defaultChunking, hashConfig } from "../chunks/chunking-config.ts";
import type { ChunkSetId, FileId, ProjectId, VersionId } from "../kernel/ids.ts";
import type { DerivedStore } from "./derived-store.ts";
import type { NodeOutput } from "./node-output.ts";
import { scopeOf } from "./search-scope.ts";

/** Chunks of one version that are read, its first ones. Books have fewer; what is derived must fit into memory. */
export const maxChunksRead = 20_000;
const batchSize = 500;

/** The chunks of one version, from which something is derived. `config` says how they were cut. */
export type DerivedFrom = {
  versionId: VersionId;
  fileId: FileId;
  chunkSetId: ChunkSetId;
  chunks: number;
  config: string;
};

/** How something is derived from the chunks of a version, by that version alone. */
export type Derivation<Value> = {
  kind: string;
  /** Raised when the code derives something else from the same chunks. */
  version: number;
  /** What it depends on but for the chunks. "" for nothing. */
  config: string;
  derive: (chunks: Chunk[], signal: AbortSignal) => Promise<Value>;
};

export type DeriveDependencies = {
  chunks: Pick<ChunkStore, "activeSets" | "listSet">;
  derived: DerivedStore;
};

/** The chunks that a node takes: those of chunking nodes, and the service's own of documents. Documents that are gone are left out. */
export async function derivedFrom(
  inputs: NodeOutput[],
  projectId: ProjectId,
  { chunks }: Pick<DeriveDependencies, "chunks">,
): Promise<DerivedFrom[]> {
  const { documents, sets } = scopeOf(inputs);
  const cut = sets.map((set) => ({ ...set, config: set.chunkSetId }));
  if (documents.length === 0) return cut;
  const wanted = new Set(documents.map(({ versionId }) => versionId));
  const config = hashConfig(defaultChunking);
  const own = (await chunks.activeSets(projectId, defaultChunking))
    .filter(({ versionId }) => wanted.has(versionId))
    .map((set) => ({ ...set, config }));
  const isOwn = new Set(own.map(({ chunkSetId }) => chunkSetId));
  return [...own, ...cut.filter(({ chunkSetId }) => !isOwn.has(chunkSetId))];
}

/**
 * What is derived from each version, by its set of chunks: taken from the store where it is there, else derived and kept. A version that goes
 * meanwhile is left out.
 */
export async function deriveByVersion<Value>(
  { chunks, derived }: DeriveDependencies,
  projectId: ProjectId,
  sources: DerivedFrom[],
  { kind, version, config, derive }: Derivation<Value>,
  signal: AbortSignal,
): Promise<Map<ChunkSetId, Value>> {
  const values = new Map<ChunkSetId, Value>();
  for (const [cut, ofConfig] of Map.groupBy(sources, (source) => source.config)) {
    signal.throwIfAborted();
    const name = storedConfig(cut, config);
    const versionIds = ofConfig.map(({ versionId }) => versionId);
    const stored = await derived.find(versionIds, kind, version, name);
    for (const { versionId, chunkSetId } of ofConfig) {
      const json = stored.get(versionId);
      if (json !== undefined) {
        values.set(chunkSetId, JSON.parse(json) as Value);
        continue;
      }
      const value = await derive(await readChunks(chunks, chunkSetId, signal), signal);
      if (await derived.save(projectId, versionId, kind, version, name, JSON.stringify(value)))
        values.set(chunkSetId, value);
      await nextTurn();
    }
  }
  return values;
}

/** The sources of which nothing is derived yet. */
export async function notDerived(
  { derived }: Pick<DeriveDependencies, "derived">,
  sources: DerivedFrom[],
  { kind, version, config }: Pick<Derivation<unknown>, "kind" | "version" | "config">,
): Promise<DerivedFrom[]> {
  const missing: DerivedFrom[] = [];
  for (const [cut, ofConfig] of Map.groupBy(sources, (source) => source.config)) {
    const versionIds = ofConfig.map(({ versionId }) => versionId);
    const stored = await derived.find(versionIds, kind, version, storedConfig(cut, config));
    missing.push(...ofConfig.filter(({ versionId }) => !stored.has(versionId)));
  }
  return missing;
}

const storedConfig = (cut: string, config: string): string =>
  createHash("sha256")
    .update(JSON.stringify([cut, config]))
    .digest("hex");

async function readChunks(
  chunks: DeriveDependencies["chunks"],
  chunkSetId: ChunkSetId,
  signal: AbortSignal,
): Promise<Chunk[]> {
  const read: Chunk[] = [];
  for await (const batch of chunks.listSet(chunkSetId, batchSize)) {
    signal.throwIfAborted();
    read.push(...batch.slice(0, maxChunksRead - read.length));
    if (read.length === maxChunksRead) break;
  }
  return read;
}
