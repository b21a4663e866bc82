import { existsSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import { dataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { examineEntries, examineVersion } from "../../adapters/filesystem/examine-layout.ts";
import { folderInUse } from "../../adapters/filesystem/folder-lock.ts";
import { readStoreMark } from "../../adapters/filesystem/store-mark.ts";
import { createStores } from "../../adapters/sql/create-stores.ts";
import { tablesState } from "../../adapters/sql/migrate.ts";
import { connectPostgres, explainPostgresError, placeOf } from "../../adapters/sql/open-postgres.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import { readStoreId } from "../../adapters/sql/store-id.ts";
import { counted } from "../../backup/sizes.ts";
import { systemClock } from "../../kernel/clock.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { refuseSecondDatabase, requireItsFiles } from "../postgres-database.ts";
import { compareSidecars } from "../verify/examine-sidecars.ts";
import { compareFiles, type NamedFiles } from "../verify/examine-stored-files.ts";
import { foundTwice } from "../verify/verify-beside-service.ts";
import { describeFiles, describeHolding, describeIndex, describePart } from "./describe-data.ts";
import { examineDisk, examineFolder, misuseOf } from "./examine-folder.ts";
import { examineSandbox } from "./examine-sandbox.ts";
import { examineTokenSetting } from "./examine-token-setting.ts";
import { type Finding, ill, ok, skipped } from "./finding.ts";
import { emptyHolding } from "./repair.ts";

const none = { count: 0, bytes: 0, hashed: false };

/** The examinations of a data folder whose database is in PostgreSQL. They change nothing, there neither. */
export const createPostgresDoctor = (
  dataFolder: string,
  url: string,
  { hashUpTo, filesElsewhere, index }: { hashUpTo: number; filesElsewhere: boolean; index: string | null },
) => {
  const paths = dataFolderPaths(dataFolder);
  const { root } = paths;
  let connected: Kysely<Database> | undefined;
  const database = () => {
    connected ??= connectPostgres(url, { connections: 2 });
    return connected;
  };
  const requireFiles = () => (filesElsewhere ? Promise.resolve() : requireItsFiles(paths, url, database()));
  return {
    ofDatabase: {
      blobs: async () => (await namedFiles(database())).blobs,
      storeId: () => readStoreId(database()),
    },
    examineFolder: async () => {
      const unusable = await examineFolder(paths);
      if (unusable) return unusable;
      try {
        refuseSecondDatabase(paths);
      } catch (error) {
        return refused(error);
      }
      const look = async () => ({
        findings: [...(await examineVersion(paths)), ...(await examineEntries(paths))],
        files: none,
      });
      return describePart("data folder", await foundTwice(root, look), root);
    },
    isDataFolder: () => existsSync(root) && misuseOf(root) === null,
    examineDisk: () => examineDisk(paths),
    examineShutdown: async () =>
      ok(
        folderInUse(root) ? "the service is running" : "no service runs; PostgreSQL keeps what was committed",
      ),
    examineDatabase: async () => {
      try {
        return await describeDatabase(database(), url, requireFiles);
      } catch (error) {
        return refused(explainPostgresError(error, url));
      }
    },
    examineFiles: async () => {
      const named = await namedFiles(database());
      const look = () => compareFiles(root, named, { hashUpTo, unexplained: true });
      return describeFiles(await foundTwice(root, look));
    },
    examineSidecars: async () => {
      const storeId = await readStoreId(database());
      const stores = createStores(database(), systemClock);
      const look = async () => ({
        // Without the mark of a clean stop it is not known whether a crash cut a write short: the next start settles it.
        findings: await compareSidecars(root, stores, { storeId, stopped: false }),
        files: none,
      });
      return describePart("sidecars", await foundTwice(root, look), "each says what the database says");
    },
    examineIndex: () => describeIndex(root, database(), index),
    examineTokenSetting: (secret: string) => examineTokenSetting(database(), secret),
    examineSandbox: () => examineSandbox(root),
    examineHolding: () => describeHolding(paths, { findings: [], files: none }),
    emptyHolding: (options: { dryRun: boolean }) =>
      emptyHolding(
        paths,
        options,
        async () => (await readStoreMark(paths.files)) === (await readStoreId(database())),
      ),
    close: async () => connected?.destroy(),
  };
};

async function describeDatabase(
  database: Kysely<Database>,
  url: string,
  requireFiles: () => Promise<void>,
): Promise<Finding> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(database);
  const what = `${placeOf(url)}, version ${rows[0]?.server_version}`;
  const state = await tablesState(database);
  if (state === "none") return skipped(`${what}: it has no tables yet; the service makes them`);
  if (state === "older")
    return skipped(`${what}: an earlier Headwater made its tables; the next start brings them up to date`);
  if (state === "newer") return ill(`${what}: a newer Headwater made its tables. Start that version.`);
  await requireFiles();
  const stores = createStores(database, systemClock);
  const projects = (await stores.projects.list()).length;
  const { pending, processing } = await stores.builds.counts();
  return ok(
    `${what}; ${counted(projects, "project")}, ${counted(pending, "build")} waiting, ${processing} running`,
  );
}

/** As `readBlobs` and `readNames` say it of SQLite. */
const namedFiles = async (database: Kysely<Database>): Promise<NamedFiles> => ({
  blobs: (
    await database
      .selectFrom("sources")
      .select(({ fn }) => [
        "project_id as projectId",
        "content_hash as contentHash",
        fn.max("file_size").filterWhere("file_source", "=", "local file").as("size"),
      ])
      .where("original_removed_at", "is", null)
      .groupBy(["project_id", "content_hash"])
      .execute()
  ).map(({ size, ...content }) => ({ ...content, size: size === null ? null : Number(size) })),
  sourcesOf: (contentHash) =>
    database
      .selectFrom("sources")
      .select(["file_id as fileId", "file_name as fileName"])
      .where("content_hash", "=", contentHash)
      .orderBy("ordinal")
      .execute(),
});

function refused(error: unknown): Finding {
  if (error instanceof OperatorError) return ill(error.message);
  throw error;
}
