import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { markCleanShutdown } from "../../src/adapters/filesystem/clean-shutdown.ts";
import { type DataFolderPaths, dataFolderPaths } from "../../src/adapters/filesystem/data-folder.ts";
import { countRows } from "../../src/adapters/sql/count-rows.ts";
import { connectSqlite } from "../../src/adapters/sql/open-database.ts";
import { createSqlWordStore } from "../../src/adapters/sql/sql-word-store.ts";
import { createWordIndex } from "../../src/adapters/words/word-index.ts";
import { startServer, type TestServer } from "../start-server.ts";
import { fillEmptyTables } from "./fill-empty-tables.ts";

export type FilledFolder = {
  paths: DataFolderPaths;
  tables: string[];
  indices: { name: string; table: string; sql: string }[];
  columns: { table: string; column: string }[];
  /** Paths of the files in it, without the database and what the service makes again. */
  files: string[];
  /** A copy that may be damaged; it is removed with the folder. */
  copy(): Promise<DataFolderPaths>;
  remove(): Promise<void>;
};

/** The data folder of a service that was stopped: two documents, a conversation, and a row in every table. */
export async function makeFilledFolder(): Promise<FilledFolder> {
  const parent = await mkdtemp(join(tmpdir(), "headwater-damages-"));
  const paths = dataFolderPaths(join(parent, "sound"));
  const server = await startServer({ HEADWATER_DATA: paths.root });
  await uploadTagged(server, "tower report.md", "# Tower\n\nThe tower was finished in 1889.", "paid");
  await server.ingestAndWait("bridge.txt", "The bridge is 300 metres long.");
  await server.call("POST", "/ask-sources", { question: "When was the tower finished?" });
  await server.stop();
  await storeSegments(paths.database);

  const database = new BetterSqlite(paths.database);
  const named = (type: string) =>
    database
      .prepare<[string], { name: string; table: string; sql: string }>(
        "select name, tbl_name as 'table', sql from sqlite_master where type = ? and name not like 'sqlite\\_%' escape '\\'",
      )
      .all(type);
  const tables = named("table").map(({ name }) => name);
  fillEmptyTables(database, tables);
  const columns = tables.flatMap((table) =>
    database
      .prepare<[string], string>("select name from pragma_table_info(?)")
      .pluck()
      .all(table)
      .map((column) => ({ table, column })),
  );
  const indices = named("index");
  database.close();
  await markCleanShutdown(paths.root, paths.database, { now: new Date(), countRows });
  return {
    paths,
    tables,
    indices,
    columns,
    files: await filesOf(paths.root),
    async copy() {
      const root = await mkdtemp(join(parent, "copy-"));
      await cp(paths.root, root, { recursive: true, preserveTimestamps: true });
      return dataFolderPaths(root);
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

/** The service stores thousands of chunks as a segment; here two documents are enough. */
async function storeSegments(path: string): Promise<void> {
  const connection = connectSqlite(path);
  await createWordIndex(createSqlWordStore(connection), { chunksPerSegment: 1 }).tidy();
  await connection.destroy();
}

async function uploadTagged(server: TestServer, name: string, text: string, tag: string): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([text]), name);
  form.append("tags", tag);
  const headers = { authorization: `Bearer ${server.token}` };
  const answer = await server.fetch(`${server.baseUrl}/ingest-file`, { method: "POST", body: form, headers });
  await server.waitFor(((await answer.json()) as { build_id: string }).build_id);
}

/** What the service makes again, and what belongs to a running one. */
const isMadeAgain = (path: string): boolean =>
  /^(index|pages|downloads|models|staging)\/|^(lock\..*|reserve|headwater\.sqlite(-wal|-shm)?)$/.test(path);

async function filesOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !isMadeAgain(path))
    .sort();
}
