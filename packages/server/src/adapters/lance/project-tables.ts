import { type Connection, Index, type Table } from "@lancedb/lancedb";
import { createGathering } from "../../kernel/gather.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { IndexDamagedError } from "../../retrieval/chunk-index.ts";
import { chunkSchema } from "./chunk-rows.ts";
import type { IndexFolder } from "./index-folder.ts";
import { createOptimiser, type Optimiser, type OptimiserTiming } from "./optimiser.ts";
import { createRenewableTable, type RenewableTable } from "./renewable-table.ts";
import { retryBoth, retryConflicts } from "./retry-conflicts.ts";
import { createBoundTables, maxOpenTables } from "./table-bounds.ts";
import { createWriteLock, type WriteLock } from "./write-lock.ts";

/** What is removed: all rows of one file, or of one version. */
export type Removal = { column: "fileId" | "versionId"; id: string };

/** Ids of one delete: a thousand take hardly longer than one, each alone takes as long as all together. */
const maxRemovals = 1_000;

/** A project's table, and what keeps it in order. */
export type ProjectTable = {
  table: RenewableTable;
  lock: WriteLock;
  optimiser: Optimiser;
  remove(removal: Removal): Promise<void>;
  /** The folder it was opened in. */
  identity: bigint;
};

export type ProjectTables = {
  /** Null when nothing of the project was ever indexed. Throws `IndexDamagedError` when its folder is not the one opened. */
  open(projectId: ProjectId): Promise<ProjectTable | null>;
  openOrCreate(projectId: ProjectId): Promise<ProjectTable>;
  /** Ends work on the table, so that its folder can be moved or removed. */
  close(projectId: ProjectId): Promise<void>;
  closeAll(): Promise<void>;
};

/** Terms come folded, stemmed, without stop words and hashed: the index only cuts at spaces. Positions are in `hit`. */
const termIndex = () =>
  Index.fts({
    baseTokenizer: "whitespace",
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
    withPosition: false,
    maxTokenLength: 256,
  });

/** Creates the indices that are missing: a crash may have come between a table and its indices. */
async function ensureIndices(table: Table): Promise<void> {
  const present = new Set((await table.listIndices()).flatMap((index) => index.columns));
  if (!present.has("terms")) await table.createIndex("terms", { config: termIndex() });
  if (!present.has("fileId")) await table.createIndex("fileId", { config: Index.bitmap() });
}

const hasRowsOutsideIndex = async (table: Table): Promise<boolean> =>
  ((await table.indexStats("terms_idx"))?.numUnindexedRows ?? 0) > 0;

const gone = () => new IndexDamagedError("The folder of the table was deleted or replaced");

/** One table per project: term statistics and searches of one tenant never touch another's. */
export function createProjectTables(
  folder: IndexFolder,
  onFailure: (projectId: ProjectId, error: unknown) => void,
  timing: OptimiserTiming,
): ProjectTables {
  const opened = new Map<ProjectId, Promise<ProjectTable | null>>();
  const bound = createBoundTables(maxOpenTables);

  const openTable = async (projectId: ProjectId, create: boolean): Promise<ProjectTable | null> => {
    const exists = (await folder.identity(projectId)) !== null;
    if (!exists && !create) return null;
    if (!exists) await folder.prepare();
    let created = exists;
    const table = await createRenewableTable(folder.tables, async (connection: Connection) => {
      if (created) return connection.openTable(projectId);
      created = true;
      return connection.createEmptyTable(projectId, chunkSchema);
    });
    const identity = await folder.identity(projectId);
    if (identity === null) throw gone();
    await table.use(ensureIndices);
    const lock = createWriteLock();
    const optimise = async () => {
      bound.using(table);
      const cleanup = { cleanupOlderThan: new Date(), deleteUnverified: true };
      await lock.exclusive(async () => {
        await retryConflicts(() => table.use((newest) => newest.optimize(cleanup)));
        await table.renew();
      });
    };
    const optimiser = createOptimiser(optimise, (error) => onFailure(projectId, error), timing);
    const remove = createGathering(async (removals: Removal[]) => {
      const condition = conditionFor(removals);
      await lock.shared(() => retryBoth(() => table.use((newest) => newest.delete(condition))));
      optimiser.wake("deleted");
      return removals.map(() => undefined);
    }, maxRemovals);
    if (await table.use(hasRowsOutsideIndex)) optimiser.wake("added");
    return { table, lock, optimiser, remove, identity };
  };

  const keep = (projectId: ProjectId, opening: Promise<ProjectTable | null>) => {
    opened.set(projectId, opening);
    // What failed to open, or is not there yet, is looked for again next time.
    const forget = () => opened.get(projectId) === opening && opened.delete(projectId);
    opening.then((found) => found ?? forget(), forget);
    return opening;
  };

  /** A table whose folder was deleted goes on answering from what it has in memory, and writing into nowhere. */
  const assertInPlace = async (projectId: ProjectId, entry: ProjectTable) => {
    if (entry.identity !== (await folder.identity(projectId))) throw gone();
  };

  const tables: ProjectTables = {
    async open(projectId) {
      const known = opened.get(projectId);
      const entry = await (known ?? keep(projectId, openTable(projectId, false)));
      if (known && entry) await assertInPlace(projectId, entry);
      if (entry) bound.using(entry.table);
      return entry;
    },
    async openOrCreate(projectId) {
      const known = await tables.open(projectId);
      if (known) return known;
      // Looked up again without a pause in between: of several callers only the first creates.
      const found = await (opened.get(projectId) ?? keep(projectId, openTable(projectId, true)));
      return found ?? tables.openOrCreate(projectId);
    },
    async close(projectId) {
      const opening = opened.get(projectId);
      opened.delete(projectId);
      // One that can't be opened holds nothing.
      const entry = await opening?.catch(() => null);
      if (!entry) return;
      bound.forget(entry.table);
      await entry.optimiser.stop();
      await entry.table.close();
    },
    closeAll: async () => {
      await Promise.all([...opened.keys()].map(tables.close));
    },
  };
  return tables;
}

function conditionFor(removals: Removal[]): string {
  const columns = ["fileId", "versionId"] as const;
  return columns
    .map((column) => ({ column, ids: removals.filter((removal) => removal.column === column) }))
    .filter(({ ids }) => ids.length > 0)
    .map(({ column, ids }) => `${column} IN (${ids.map(({ id }) => quoted(id)).join(",")})`)
    .join(" OR ");
}

/** An SQL string literal. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
