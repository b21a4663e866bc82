import { expectedSchema } from "../expected-schema.ts";
import { knownMigrations } from "../migrate.ts";
import type { TableSchema } from "../read-schema.ts";
import type { TableName } from "../stored-tables.ts";

/** A table as a move sees it. */
export type MovedTable = {
  name: string;
  columns: string[];
  /** The columns of the primary key: pages of rows are in their order. */
  key: string[];
  /** The column whose numbers the database hands out; null for none. */
  numbered: string | null;
  /** Whether it is copied last, so that it is written to until then. */
  isLate: boolean;
};

/**
 * What questions and runs of flows write: they are answered until everything else is copied. No other table may refer to
 * one of these.
 */
const lateTables: ReadonlySet<string> = new Set<TableName>([
  "conversations",
  "turns",
  "turn_sources",
  "kept_answers",
  "audit_entries",
  "event_numbers",
  "project_events",
  "project_usage",
  "flow_runs",
  "flow_node_records",
  "derived_data",
  "drawn_sets",
  "drawn_set_files",
  "accepted_runs",
  "accepted_run_steps",
  "streamed_runs",
  "streamed_events",
]);

/** What each database has for itself: the list of its migrations; and its id, which a move writes first. */
const ownTables: ReadonlySet<string> = new Set<TableName>([
  "kysely_migration",
  "kysely_migration_lock",
  "store",
]);

/** Every table that the migrations make, each after those that it refers to. */
export async function readMovedTables(): Promise<MovedTable[]> {
  const { tables } = await expectedSchema(knownMigrations().at(-1) ?? "");
  const sorted: MovedTable[] = [];
  const seen = new Set<string>(ownTables);
  const add = (table: TableSchema) => {
    if (seen.has(table.name)) return;
    seen.add(table.name);
    for (const reference of table.references) {
      const referred = tables.get(reference.split(",")[0] ?? "");
      if (referred) add(referred);
    }
    sorted.push(asMoved(table));
  };
  for (const table of tables.values()) add(table);
  return sorted;
}

function asMoved({ name, sql, columns }: TableSchema): MovedTable {
  const placeInKey = (column: string) => Number(columns.get(column)?.split(",").at(-1));
  const names = [...columns.keys()];
  const key = names.filter((column) => placeInKey(column) > 0).sort((a, b) => placeInKey(a) - placeInKey(b));
  const [first] = key;
  if (first === undefined) throw new Error(`The table ${name} has no primary key, so it can't be moved`);
  return {
    name,
    columns: names,
    key,
    numbered: /\bautoincrement\b/i.test(sql) ? first : null,
    isLate: lateTables.has(name),
  };
}
