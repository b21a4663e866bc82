import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, SqliteDialect } from "kysely";
import { readShutdownState } from "../../adapters/filesystem/clean-shutdown.ts";
import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { codeOf } from "../../adapters/filesystem/folder-errors.ts";
import { createStores, type Stores } from "../../adapters/sql/create-stores.ts";
import { openForReading, readStoreId } from "../../adapters/sql/open-for-reading.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import type { FolderFinding } from "../../backup/folder-finding.ts";
import { parseSidecar, toSidecarText } from "../../backup/sidecar-file.ts";
import { sidecarPath } from "../../backup/stored-paths.ts";
import { systemClock } from "../../kernel/clock.ts";
import { type Sidecar, SidecarUnreadableError } from "../../ports/sidecar-store.ts";
import { createKeepSidecar } from "../../sources/keep-sidecar.ts";

/** Whether each sidecar says what the database says of its file. */
export async function examineSidecars(paths: DataFolderPaths): Promise<FolderFinding[]> {
  const sqlite = openForReading(paths.database);
  const storeId = readStoreId(sqlite);
  const database = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) });
  try {
    if (storeId === null) return [];
    // What a crash cut short is settled by the next start.
    const stopped = (await readShutdownState(paths.root, paths.database)).kind !== "unmarked";
    return await compareSidecars(paths.root, createStores(database, systemClock), { storeId, stopped });
  } finally {
    await database.destroy();
  }
}

/** Compares the sidecars of these stores; `stopped` says that no service was cut short while it wrote one. */
export async function compareSidecars(
  root: string,
  stores: Stores,
  { storeId, stopped }: { storeId: string; stopped: boolean },
): Promise<FolderFinding[]> {
  const findings: FolderFinding[] = [];
  const compare = createKeepSidecar({
    ...stores,
    storeId,
    sidecars: {
      remove: async () => {},
      async write(expected) {
        findings.push(...(await compareSidecar(root, expected, stopped)));
        return false;
      },
    },
  });
  for (const content of await stores.sources.contentsInUse()) await compare(content);
  return findings;
}

async function compareSidecar(root: string, expected: Sidecar, stopped: boolean): Promise<FolderFinding[]> {
  const content = { projectId: expected.project.projectId, contentHash: expected.contentHash };
  const path = sidecarPath(content);
  const text = await readFile(join(root, path), "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (text === toSidecarText(expected)) return [];
  const names = expected.sources.map(({ fileName }) => fileName).join(", ");
  const finding: FolderFinding = {
    part: "sidecars",
    file: path,
    what: "it is missing",
    lost: `the way back of ${names}, if the database is lost`,
    remedy: "'headwater doctor --repair' writes it again from the database.",
    kind: "derived",
    blocks: false,
    repair: { does: "write sidecar", ...content },
  };
  if (text === null) return [finding];
  const said = sourcesOf(text);
  const strange = said?.filter(({ fileId }) => expected.sources.every((source) => source.fileId !== fileId));
  if (!strange || strange.length === 0)
    return [{ ...finding, what: said ? "it says something else than the database" : "it can't be read" }];
  return [
    {
      ...finding,
      what: `it names sources that the database does not have: ${strange.map(({ fileName }) => fileName).join(", ")}`,
      lost: stopped ? "these sources in the database" : "nothing that was acknowledged",
      remedy: stopped
        ? "If they were not deleted, restore a backup into a new folder ('headwater restore'), or upload them again."
        : "The next start settles what a crash cut short.",
      kind: stopped ? "damage" : "note",
      repair: null,
    },
  ];
}

/** Null when it is not a sidecar. */
function sourcesOf(text: string): Sidecar["sources"] | null {
  try {
    return parseSidecar(text).sources;
  } catch (error) {
    if (error instanceof SidecarUnreadableError) return null;
    throw error;
  }
}
