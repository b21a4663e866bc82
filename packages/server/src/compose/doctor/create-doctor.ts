import { existsSync } from "node:fs";
import { dataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { openReadableDatabase, type ReadableDatabase } from "../../adapters/sql/readable-database.ts";
import { verifyBesideService } from "../verify/verify-beside-service.ts";
import type { Verification } from "../verify/verify-folder.ts";
import {
  describeDatabase,
  describeFiles,
  describeHolding,
  describePart,
  examineIndex,
} from "./describe-data.ts";
import { examineDisk, examineFolder, examineShutdown, misuseOf } from "./examine-folder.ts";
import { examineSandbox } from "./examine-sandbox.ts";
import { createPostgresDoctor } from "./postgres-doctor.ts";
import { emptyHolding, type RepairOptions, repair } from "./repair.ts";

/** Files of up to so many bytes are hashed without being asked to: a few seconds. */
const hashedAnyway = 500_000_000;

/** The examinations of one installation, and the repairs of a data folder. Making a doctor touches nothing. */
export const createDoctor = (
  { dataFolder, postgres }: { dataFolder: string; postgres: string | null },
  { hashAll = false }: { hashAll?: boolean } = {},
) => {
  const hashUpTo = hashAll ? Number.POSITIVE_INFINITY : hashedAnyway;
  const doctor = createFolderDoctor(dataFolder, hashUpTo);
  // Those of the folder alone, and its repairs, which the command refuses where the database is elsewhere.
  return postgres === null
    ? doctor
    : { ...doctor, ...createPostgresDoctor(dataFolder, postgres, { hashUpTo }) };
};

const createFolderDoctor = (dataFolder: string, hashUpTo: number) => {
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
      verifyBesideService(paths, { depth: "all", hashUpTo, readFrom: database }),
    );
    return verified;
  };
  return {
    examineFolder: async () =>
      (await examineFolder(paths)) ?? describePart("data folder", await verify(), paths.root),
    isDataFolder: () => existsSync(paths.root) && misuseOf(paths.root) === null,
    examineDisk: () => examineDisk(paths),
    examineShutdown: () => examineShutdown(paths),
    examineDatabase: async () => describeDatabase(await readable(), await verify()),
    examineFiles: async () => describeFiles(await verify()),
    examineSidecars: async () => describePart("sidecars", await verify(), "each says what the database says"),
    examineIndex: async () => examineIndex(await readable()),
    examineSandbox: () => examineSandbox(paths.root),
    examineHolding: async () => describeHolding(paths, await verify()),
    repair: (options: RepairOptions) => repair(paths, { ...options, hashUpTo }),
    emptyHolding: (options: { dryRun: boolean }) => emptyHolding(paths, options),
    close: async () => (await opened)?.close(),
  };
};
