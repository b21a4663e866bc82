import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { connect, MatchQuery, Session, type Table } from "@lancedb/lancedb";
import type { ProjectId, VersionId } from "../../kernel/ids.ts";
import type { ChunkIndex } from "../../retrieval/chunk-index.ts";
import { toHits, toRows } from "./chunk-rows.ts";
import { defaultTiming, type OptimiserTiming } from "./optimiser.ts";
import { createProjectTables } from "./project-tables.ts";
import { retryBoth, retryCleared, retryConflicts } from "./retry-conflicts.ts";

/** Bytes of index and of file metadata kept in memory; LanceDB's own defaults are 6 GB and 1 GB. */
const indexCacheBytes = 256n * 1024n * 1024n;
const metadataCacheBytes = 64n * 1024n * 1024n;
/** A search that takes longer has met a fault, not a hard question. */
const searchTimeoutMs = 30_000;

/**
 * Raised whenever rows are laid out, or texts read into terms (text/terms, text/stem), in another way than before.
 * Each format has a folder of its own; a folder of another one is dropped, and filled anew from the database at start.
 */
export const format = "format-1";

export type LanceOptions = {
  /** Told when background work on a project's table failed; searches stay right, only slower. Default: a process warning. */
  onBackgroundFailure?: (projectId: ProjectId, error: unknown) => void;
  /** When the background work on a table runs. */
  timing?: OptimiserTiming;
};

const warn = (projectId: ProjectId, error: unknown): void =>
  process.emitWarning(`Optimising the search index of project ${projectId} failed: ${String(error)}`);

/** The search index on LanceDB: BM25 over a folder of tables. One process at a time may have it open. */
export async function openLanceChunkIndex(
  directory: string,
  options: LanceOptions = {},
): Promise<ChunkIndex> {
  await dropOtherFormats(directory);
  const session = new Session(indexCacheBytes, metadataCacheBytes);
  const connection = await connect(join(directory, format), {}, session);
  const tables = createProjectTables(
    connection,
    options.onBackgroundFailure ?? warn,
    options.timing ?? defaultTiming,
  );

  const removeWhere = async (projectId: ProjectId, condition: string): Promise<void> => {
    const entry = await tables.open(projectId);
    if (!entry) return;
    await retryBoth(() => entry.table.delete(condition));
    entry.optimiser.wake("deleted");
  };

  return {
    async add(projectId, chunks) {
      if (chunks.length === 0) return;
      const { table, gate, optimiser } = await tables.openOrCreate(projectId);
      await gate.add(() => retryConflicts(() => table.add(toRows(chunks))));
      optimiser.wake("added");
    },

    removeVersion: (projectId, versionId) => removeWhere(projectId, `versionId = ${quoted(versionId)}`),
    removeFile: (projectId, fileId) => removeWhere(projectId, `fileId = ${quoted(fileId)}`),

    async search(projectId, { terms, limit, fileIds }) {
      if (terms.length === 0 || fileIds?.length === 0) return [];
      const entry = await tables.open(projectId);
      if (!entry) return [];
      const { table } = entry;
      const filter = fileIds && `fileId IN (${fileIds.map(quoted).join(",")})`;
      const answer = await retryCleared(() => {
        const query = table.query().fullTextSearch(new MatchQuery(terms.join(" "), "terms"));
        if (filter) query.where(filter);
        return query.select(["hit", "_score"]).limit(limit).toArrow({ timeoutMs: searchTimeoutMs });
      });
      return toHits(answer);
    },

    async versions(projectId) {
      const entry = await tables.open(projectId);
      return entry ? retryCleared(() => countByVersion(entry.table)) : new Map();
    },

    projects: () => tables.names(),
    removeProject: (projectId) => tables.drop(projectId),
    close: () => tables.close(),
  };
}

async function dropOtherFormats(directory: string): Promise<void> {
  await mkdir(join(directory, format), { recursive: true });
  for (const entry of await readdir(directory)) {
    if (/^format-\d+$/.test(entry) && entry !== format)
      await rm(join(directory, entry), { recursive: true, force: true });
  }
}

export async function countByVersion(table: Table): Promise<Map<VersionId, number>> {
  const counts = new Map<VersionId, number>();
  for await (const batch of table.query().select(["versionId"])) {
    const versionIds = batch.getChild("versionId");
    for (const versionId of versionIds ?? []) counts.set(versionId, (counts.get(versionId) ?? 0) + 1);
  }
  return counts;
}

/** An SQL string literal. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
