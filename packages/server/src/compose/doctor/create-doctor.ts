import { existsSync } from "node:fs";
import type BetterSqlite from "better-sqlite3";
import { dataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { openForReading, readBlobs, readStoreId } from "../../adapters/sql/open-for-reading.ts";
import { openReadableDatabase, type ReadableDatabase } from "../../adapters/sql/readable-database.ts";
import type { Settings } from "../../config.ts";
import { verifyBesideService } from "../verify/verify-beside-service.ts";
import type { Verification } from "../verify/verify-folder.ts";
import {
  describeDatabase,
  describeFiles,
  describeHolding,
  describePart,
  examineIndex,
  lookInto,
} from "./describe-data.ts";
import { examineDisk, examineFolder, examineShutdown, misuseOf } from "./examine-folder.ts";
import { examineSandbox } from "./examine-sandbox.ts";
import { examineTokenSetting } from "./examine-token-setting.ts";
import { createPostgresDoctor } from "./postgres-doctor.ts";
import { emptyHolding, type RepairOptions, repair } from "./repair.ts";
import { createS3Doctor } from "./s3-doctor.ts";

/** Files of up to so many bytes are hashed without being asked to: a few seconds. */
const hashedAnyway = 500_000_000;

/** The examinations of one installation, and the repairs of a data folder. Making a doctor touches nothing. */
export const createDoctor = (
  { dataFolder, postgres, files, index }: Pick<Settings, "dataFolder" | "postgres" | "files" | "index">,
  { hashAll = false }: { hashAll?: boolean } = {},
) => {
  const hashUpTo = hashAll ? Number.POSITIVE_INFINITY : hashedAnyway;
  const filesElsewhere = files !== null;
  const folder = createFolderDoctor(dataFolder, { hashUpTo, filesElsewhere, index });
  // Those of the folder alone, and its repairs, which the command refuses where database or files are elsewhere.
  const doctor =
    postgres === null
      ? folder
      : { ...folder, ...createPostgresDoctor(dataFolder, postgres, { hashUpTo, filesElsewhere, index }) };
  if (files === null) return doctor;
  const onS3 = createS3Doctor(files, doctor.ofDatabase, { hashUpTo });
  return {
    ...doctor,
    ...onS3,
    async close() {
      await onS3.close();
      await doctor.close();
    },
  };
};

const createFolderDoctor = (
  dataFolder: string,
  { hashUpTo, filesElsewhere, index }: { hashUpTo: number; filesElsewhere: boolean; index: string | null },
) => {
  const paths = dataFolderPaths(dataFolder);
  let opened: Promise<ReadableDatabase> | undefined;
  let verified: Promise<Verification> | undefined;
  /** The paths, with that of a database that SQLite can read. */
  const readable = async () => {
    opened ??= openReadableDatabase(paths.database);
    return { ...paths, database: (await opened).path };
  };
  const verify = () => {
    verified ??= readable().then(({ database }) =>
      verifyBesideService(paths, { depth: "all", hashUpTo, readFrom: database, filesElsewhere }),
    );
    return verified;
  };
  const reading = async <T>(read: (database: BetterSqlite.Database) => T): Promise<T> => {
    const database = openForReading((await readable()).database);
    try {
      return read(database);
    } finally {
      database.close();
    }
  };
  return {
    /** What the database says of files, wherever they are. */
    ofDatabase: { blobs: () => reading(readBlobs), storeId: () => reading(readStoreId) },
    examineFolder: async () =>
      (await examineFolder(paths)) ?? describePart("data folder", await verify(), paths.root),
    isDataFolder: () => existsSync(paths.root) && misuseOf(paths.root) === null,
    examineDisk: () => examineDisk(paths),
    examineShutdown: () => examineShutdown(paths),
    examineDatabase: async () => describeDatabase(await readable(), await verify()),
    examineFiles: async () => describeFiles(await verify()),
    examineSidecars: async () => describePart("sidecars", await verify(), "each says what the database says"),
    examineIndex: async () => examineIndex(await readable(), index),
    examineTokenSetting: async (secret: string) =>
      lookInto((await readable()).database, (database) => examineTokenSetting(database, secret)),
    examineSandbox: () => examineSandbox(paths.root),
    examineHolding: async () => describeHolding(paths, await verify()),
    repair: (options: RepairOptions) => repair(paths, { ...options, hashUpTo }),
    emptyHolding: (options: { dryRun: boolean }) => emptyHolding(paths, options),
    close: async () => (await opened)?.close(),
  };
};
