import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Chunk } from "../../chunks/chunk.ts";
import type { ChunkStore } from "../../chunks/chunk-store.ts";
import { defaultChunking, hashConfig } from "../../chunks/chunking-config.ts";
import type { ChunkSetId, FileId, ProjectId, VersionId } from "../../kernel/ids.ts";
import { scopeOf } from "../chunk-sets/search-scope.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import type { DerivedStore } from "./derived-store.ts";

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
  /** Whether a stored value is all there is to have. Absent: each is. */
  isWhole?: (value: Value) => boolean;
  derive: (chunks: Chunk[], signal: AbortSignal, earlier: Earlier<Value>) => Promise<Value>;
};

/** What there is of a version before it is derived. */
type Earlier<Value> = {
  /** What was stored, where it was not whole. */
  stored: Value | undefined;
  /** Stores a part of it, so that a later failure does not lose what was expensive to make. */
  keep: (value: Value) => Promise<boolean>;
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
  { kind, version, config, isWhole = () => true, derive }: Derivation<Value>,
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
      const found = json === undefined ? undefined : (JSON.parse(json) as Value);
      if (found !== undefined && isWhole(found)) {
        values.set(chunkSetId, found);
        continue;
      }
      const keep = (value: Value) =>
        derived.save(projectId, versionId, kind, version, name, JSON.stringify(value));
      const read = await readChunks(chunks, chunkSetId, signal);
      const value = await derive(read, signal, { stored: found, keep });
      if (await keep(value)) values.set(chunkSetId, value);
      await nextTurn();
    }
  }
  return values;
}

/** The sources of which nothing is derived yet. */
export const notDerived = async (
  deps: Pick<DeriveDependencies, "derived">,
  sources: DerivedFrom[],
  derivation: Pick<Derivation<unknown>, "kind" | "version" | "config">,
): Promise<DerivedFrom[]> => (await notWhole(deps, sources, derivation)).map(({ source }) => source);

/** The sources of which nothing is derived yet, or not all, with what there is. */
export async function notWhole<Value>(
  { derived }: Pick<DeriveDependencies, "derived">,
  sources: DerivedFrom[],
  {
    kind,
    version,
    config,
    isWhole = () => true,
  }: Pick<Derivation<Value>, "kind" | "version" | "config" | "isWhole">,
): Promise<{ source: DerivedFrom; stored: Value | undefined }[]> {
  const missing: { source: DerivedFrom; stored: Value | undefined }[] = [];
  for (const [cut, ofConfig] of Map.groupBy(sources, (source) => source.config)) {
    const versionIds = ofConfig.map(({ versionId }) => versionId);
    const found = await derived.find(versionIds, kind, version, storedConfig(cut, config));
    for (const source of ofConfig) {
      const json = found.get(source.versionId);
      const stored = json === undefined ? undefined : (JSON.parse(json) as Value);
      if (stored === undefined || !isWhole(stored)) missing.push({ source, stored });
    }
  }
  return missing;
}

const storedConfig = (cut: string, config: string): string =>
  createHash("sha256")
    .update(JSON.stringify([cut, config]))
    .digest("hex");

/** The chunks of a set in their order, the first ones of a very long one. */
export async function readChunks(
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
