import { type Connection, Index, type Table } from "@lancedb/lancedb";
import type { ProjectId } from "../../kernel/ids.ts";
import { isId } from "../../kernel/ids.ts";
import { type AddGate, createAddGate } from "./add-gate.ts";
import { chunkSchema } from "./chunk-rows.ts";
import { createOptimiser, type Optimiser, type OptimiserTiming } from "./optimiser.ts";

/** A project's table, and what keeps it in order. */
export type ProjectTable = { table: Table; gate: AddGate; optimiser: Optimiser };

export type ProjectTables = {
  /** Null when nothing of the project was ever indexed. */
  open(projectId: ProjectId): Promise<ProjectTable | null>;
  openOrCreate(projectId: ProjectId): Promise<ProjectTable>;
  drop(projectId: ProjectId): Promise<void>;
  names(): Promise<ProjectId[]>;
  close(): Promise<void>;
};

/** Terms come folded, stemmed and without stop words: the index only cuts at spaces. Positions are in `hit`. */
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
async function ensureIndices(table: Table): Promise<Table> {
  const present = new Set((await table.listIndices()).flatMap((index) => index.columns));
  if (!present.has("terms")) await table.createIndex("terms", { config: termIndex() });
  if (!present.has("fileId")) await table.createIndex("fileId", { config: Index.bitmap() });
  return table;
}

const hasRowsOutsideIndex = async (table: Table): Promise<boolean> =>
  ((await table.indexStats("terms_idx"))?.numUnindexedRows ?? 0) > 0;

/** One table per project: term statistics and searches of one tenant never touch another's. */
export function createProjectTables(
  connection: Connection,
  onFailure: (projectId: ProjectId, error: unknown) => void,
  timing: OptimiserTiming,
): ProjectTables {
  const opened = new Map<ProjectId, Promise<ProjectTable | null>>();

  const keep = (projectId: ProjectId, opening: Promise<Table | null>) => {
    const entry = opening.then(async (table) => {
      if (!table) return null;
      const gate = createAddGate();
      const optimiser = createOptimiser(table, gate, (error) => onFailure(projectId, error), timing);
      if (await hasRowsOutsideIndex(table)) optimiser.wake("added");
      return { table, gate, optimiser };
    });
    opened.set(projectId, entry);
    // What failed to open, or is not there yet, is looked for again next time.
    entry.then(
      (found) => found ?? (opened.get(projectId) === entry && opened.delete(projectId)),
      () => opened.get(projectId) === entry && opened.delete(projectId),
    );
    return entry;
  };

  const openExisting = async (projectId: ProjectId): Promise<Table | null> => {
    if (!isId(projectId)) throw new Error(`Not a project id: ${projectId}`);
    const names = await connection.tableNames();
    return names.includes(projectId) ? ensureIndices(await connection.openTable(projectId)) : null;
  };

  const openOrMake = async (projectId: ProjectId): Promise<Table> =>
    (await openExisting(projectId)) ??
    ensureIndices(await connection.createEmptyTable(projectId, chunkSchema));

  const tables: ProjectTables = {
    open: (projectId) => opened.get(projectId) ?? keep(projectId, openExisting(projectId)),
    async openOrCreate(projectId) {
      const known = await opened.get(projectId);
      if (known) return known;
      // Looked up again without a pause in between: of several callers only the first creates.
      const found = await (opened.get(projectId) ?? keep(projectId, openOrMake(projectId)));
      return found ?? tables.openOrCreate(projectId);
    },
    async drop(projectId) {
      const entry = await tables.open(projectId);
      if (!entry) return;
      opened.delete(projectId);
      await entry.optimiser.stop();
      entry.table.close();
      await connection.dropTable(projectId);
    },
    names: () => connection.tableNames(),
    async close() {
      const entries = await Promise.all([...opened.values()]);
      opened.clear();
      await Promise.all(entries.map((entry) => entry?.optimiser.stop()));
      for (const entry of entries) entry?.table.close();
      connection.close();
    },
  };
  return tables;
}
