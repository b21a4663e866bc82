import type { Repair } from "../../backup/folder-finding.ts";
import { defaultChunking, hashConfig } from "../../chunks/chunking-config.ts";
import type { TableName } from "./stored-tables.ts";

/** A rule about the rows of one table. */
export type RowRule = {
  /** Whose rows are damaged or lost when the rule is broken. */
  table: TableName;
  /** Tables that it also asks. */
  asks?: TableName[];
  /** A query for what breaks it, one row each: the file id of the source where there is one, else any value. */
  broken: string;
  /** What the rows are, after their number: "rows of turns are not JSON". */
  what: string;
  repair?: (ids: string[]) => Repair;
};

const readAgain = (fileIds: string[]): Repair => ({ does: "read again", fileIds });

const noJson = (table: TableName, column: string, repair?: RowRule["repair"]): RowRule => ({
  table,
  broken: `select 1 from ${table} where json_valid(${column}) = 0 or not is_text(cast(${column} as blob))`,
  what: `rows of ${table} have a ${column} that is not JSON`,
  ...(repair && { repair }),
});

const forget = (table: TableName, where: string) => (): Repair => ({
  does: "run",
  statements: [`delete from ${table} where ${where}`],
});

/** The chunks of a build are cut like this; other sets belong to flows. */
const isOfBuild = `config_hash = '${hashConfig(defaultChunking)}'`;

/** Not as many chunks as were counted, or not numbered from 0. Of a set that is not whole, chunks may be missing. */
const brokenSet = `is_whole = 1 and (
    chunk_count <> (select count(*) from chunks where chunks.chunk_set_id = chunk_sets.chunk_set_id)
    or chunk_count - 1 <> (select coalesce(max(position), -1) from chunks where chunks.chunk_set_id = chunk_sets.chunk_set_id))
  and version_id in (select version_id from versions where status = 'active')`;

/**
 * What must hold for rows that Headwater wrote. `is_text` (whether bytes are UTF-8) and `hash_of_ids` are functions of
 * `examineRows`. SQLite keeps no checksums: a changed byte may leave its structure sound,
 * and rows that someone deleted leave no gap in it.
 */
export const rowRules: RowRule[] = [
  {
    table: "store",
    broken: "select 1 where (select count(*) from store) <> 1",
    what: "store must have one row, and has none or several",
  },
  {
    table: "sources",
    broken: `select file_id from sources where length(file_id) <> 36 or length(project_id) <> 36
      or julianday(created_at) is null or length(content_hash) <> 64 or content_hash glob '*[^0-9a-f]*'
      or not is_text(cast(file_name as blob)) or json_valid(tags) = 0`,
    what: "sources have an invalid id, name, hash, date or tags",
  },
  {
    table: "tokens",
    broken: `select 1 from tokens where length(hash) <> 64 or hash glob '*[^0-9a-f]*' or julianday(created_at) is null
      or expires_at is not null and julianday(expires_at) is null or read_only not in (0, 1)`,
    what: "tokens have an invalid hash or date",
  },
  {
    table: "projects",
    broken: "select 1 from projects where length(project_id) <> 36 or julianday(created_at) is null",
    what: "projects have an invalid id or date",
  },
  {
    table: "builds",
    broken: `select file_id from builds where status not in ('Pending', 'Processing', 'Completed', 'Processing failed')
      or json_valid(failed_pages) = 0`,
    what: "builds have an unknown state",
  },
  {
    table: "builds",
    asks: ["sources"],
    broken: "select file_id from sources where file_id not in (select file_id from builds)",
    what: "sources have no build",
    repair: readAgain,
  },
  {
    table: "versions",
    asks: ["sources", "builds"],
    broken: `select distinct file_id from builds where status = 'Completed'
      and file_id not in (select file_id from versions where status = 'active')`,
    what: "documents were read, and what was read is not there",
    repair: readAgain,
  },
  {
    table: "versions",
    broken:
      "select file_id from versions where status not in ('inactive', 'active', 'removed') or json_valid(failed_pages) = 0",
    what: "versions have an unknown state",
    repair: readAgain,
  },
  {
    table: "elements",
    asks: ["versions"],
    broken: `select file_id from versions where status = 'active' and (
      element_count <> (select count(*) from elements where elements.version_id = versions.version_id)
      or element_count - 1 <> (select coalesce(max(position), -1) from elements where elements.version_id = versions.version_id))`,
    what: "documents have another number of elements than was written",
    repair: readAgain,
  },
  {
    table: "elements",
    asks: ["versions"],
    broken: `select distinct file_id from elements join versions using (version_id)
      where json_valid(payload) = 0 or not is_text(cast(payload as blob)) or image glob '*[^A-Za-z0-9+/=]*'`,
    what: "documents have elements that are not JSON, or pictures that are not base64",
    repair: readAgain,
  },
  {
    table: "chunk_sets",
    asks: ["versions"],
    broken: `select file_id from versions where status = 'active'
      and version_id not in (select version_id from chunk_sets where is_whole = 1 and ${isOfBuild})`,
    what: "documents have no passages",
    repair: readAgain,
  },
  {
    table: "chunks",
    asks: ["chunk_sets", "versions"],
    broken: `select file_id from chunk_sets join versions using (version_id)
      where chunk_sets.rowid in (select rowid from chunk_sets where ${isOfBuild} and ${brokenSet})`,
    what: "documents have another number of chunks than was written",
    repair: readAgain,
  },
  {
    table: "chunks",
    asks: ["chunk_sets", "versions"],
    broken: `select chunk_set_id from chunk_sets where not ${isOfBuild} and ${brokenSet}`,
    what: "sets of chunks that flows have made are not whole",
    // No query finds an incomplete set; it is deleted, and the next run of its flow makes it again.
    repair: () => ({
      does: "run",
      statements: [`update chunk_sets set is_whole = 0 where not ${isOfBuild} and ${brokenSet}`],
    }),
  },
  {
    table: "chunks",
    asks: ["chunk_sets", "versions"],
    broken: `select distinct file_id from chunks join chunk_sets using (chunk_set_id) join versions using (version_id)
      where json_valid(payload) = 0 or not is_text(cast(payload as blob))`,
    what: "documents have chunks that are not JSON",
    repair: readAgain,
  },
  {
    table: "chunk_vectors",
    asks: ["embedded_sets", "chunk_sets"],
    broken: `select 1 from embedded_sets join chunk_sets using (chunk_set_id) where chunk_count <>
      (select count(*) from chunk_vectors where chunk_vectors.chunk_set_id = embedded_sets.chunk_set_id
        and chunk_vectors.space_id = embedded_sets.space_id)`,
    what: "sets of chunks have another number of vectors than of chunks",
    repair: forget(
      "embedded_sets",
      `(chunk_set_id, space_id) in (select chunk_set_id, space_id from embedded_sets join chunk_sets using (chunk_set_id)
        where chunk_count <> (select count(*) from chunk_vectors where chunk_vectors.chunk_set_id = embedded_sets.chunk_set_id
          and chunk_vectors.space_id = embedded_sets.space_id))`,
    ),
  },
  {
    table: "vectors",
    asks: ["chunk_vectors", "embedded_sets"],
    broken: `select 1 from chunk_vectors where not exists (select 1 from vectors
      where vectors.space_id = chunk_vectors.space_id and vectors.content_hash = chunk_vectors.content_hash)`,
    what: "chunks name a vector that is not there",
    repair: () => {
      const lacking = `select chunk_vectors.rowid from chunk_vectors left join vectors using (space_id, content_hash)
        where vectors.space_id is null`;
      return {
        does: "run",
        statements: [
          `delete from embedded_sets where (chunk_set_id, space_id) in
            (select chunk_set_id, space_id from chunk_vectors where rowid in (${lacking}))`,
          `delete from chunk_vectors where rowid in (${lacking})`,
        ],
      };
    },
  },
  {
    table: "embedding_spaces",
    asks: ["vectors", "chunk_vectors", "embedded_sets"],
    broken: `select space_id from (select space_id from vectors union select space_id from chunk_vectors
      union select space_id from embedded_sets) where space_id not in (select space_id from embedding_spaces)`,
    what: "spaces that vectors are in are not there",
    repair: () => ({
      does: "run",
      statements: ["embedded_sets", "chunk_vectors", "vectors"].map(
        (table) => `delete from ${table} where space_id not in (select space_id from embedding_spaces)`,
      ),
    }),
  },
  {
    table: "flow_revisions",
    asks: ["flows"],
    broken: `select flow_id from flows where deployed_revision_id is not null
      and deployed_revision_id not in (select revision_id from flow_revisions)`,
    what: "flows have no deployed revision any more",
  },
  {
    table: "drawn_set_files",
    asks: ["drawn_sets"],
    broken: `select set_id from drawn_sets left join drawn_set_files using (set_id) where files_hash is not null
      group by set_id having files_hash <> hash_of_ids(coalesce(file_id, ''))`,
    what: "sets of files have other files than were written",
  },
  {
    table: "kysely_migration_lock",
    broken: "select 1 where (select count(*) from kysely_migration_lock where id = 'migration_lock') <> 1",
    what: "kysely_migration_lock has not its row",
    repair: () => ({
      does: "run",
      statements: [
        "insert or ignore into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)",
      ],
    }),
  },
  noJson("turns", "payload"),
  noJson("kept_answers", "payload", forget("kept_answers", "json_valid(payload) = 0")),
  noJson("flows", "draft"),
  noJson("flow_revisions", "graph"),
  noJson("flow_node_records", "payload", forget("flow_node_records", "json_valid(payload) = 0")),
  noJson("flow_runs", "summary"),
  noJson("flow_runs", "detail"),
  noJson("accepted_runs", "payload"),
  noJson("accepted_run_steps", "payload"),
  noJson("prompts", "text"),
  noJson("derived_data", "payload", forget("derived_data", "json_valid(payload) = 0")),
];
