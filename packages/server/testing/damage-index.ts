import { mkdir, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect, type Table } from "@lancedb/lancedb";

/** A kind of damage to the index folder of a stopped service. */
export type Damage = (indexFolder: string) => Promise<void>;

const formatFolder = (indexFolder: string) => join(indexFolder, "format-3");

async function filesBelow(folder: string, part: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(part));
}

const truncateAll =
  (part: string, bytes: number): Damage =>
  async (indexFolder) => {
    for (const path of await filesBelow(formatFolder(indexFolder), part)) await truncate(path, bytes);
  };

const onTables =
  (change: (table: Table) => Promise<unknown>): Damage =>
  async (indexFolder) => {
    const connection = await connect(formatFolder(indexFolder));
    for (const name of await connection.tableNames()) {
      const table = await connection.openTable(name);
      await change(table);
      table.close();
    }
    connection.close();
  };

const replaceByFile = async (path: string) => {
  await rm(path, { recursive: true, force: true });
  await writeFile(path, "not a folder");
};

/** Nine kinds of damage to the index, with the names that an operator would use. */
export const indexDamages: Record<string, Damage> = {
  "the folder deleted": (indexFolder) => rm(indexFolder, { recursive: true }),
  "a file where the folder should be": replaceByFile,
  "a file where a project's table should be": async (indexFolder) => {
    for (const name of await readdir(formatFolder(indexFolder)))
      await replaceByFile(join(formatFolder(indexFolder), name));
  },
  "the tables emptied": async (indexFolder) => {
    for (const name of await readdir(formatFolder(indexFolder))) {
      const table = join(formatFolder(indexFolder), name);
      await rm(table, { recursive: true });
      await mkdir(table);
    }
  },
  "rows cut off in the middle, as after a power cut": truncateAll("/data/", 100),
  "unreadable manifests": async (indexFolder) => {
    for (const path of await filesBelow(formatFolder(indexFolder), "/_versions/"))
      await writeFile(path, "\u0000nonsense".repeat(20));
  },
  "index files cut to nothing": truncateAll("/_indices/", 0),
  "indices missing": onTables(async (table) => {
    for (const { name } of await table.listIndices()) await table.dropIndex(name);
  }),
  "wrong rows": onTables((table) =>
    table.update({ values: { versionId: "00000000-0000-4000-8000-000000000000" }, where: "true" }),
  ),
};
