import { dataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { verifyBesideService } from "../verify/verify-beside-service.ts";
import type { Verification } from "../verify/verify-folder.ts";
import {
  describeDatabase,
  describeFiles,
  describeHolding,
  describePart,
  examineIndex,
} from "./describe-data.ts";
import { examineDisk, examineFolder, examineShutdown } from "./examine-folder.ts";
import { examineSandbox } from "./examine-sandbox.ts";
import { emptyHolding, type RepairOptions, repair } from "./repair.ts";

/** Files of up to so many bytes are hashed without being asked to: a few seconds. */
const hashedAnyway = 500_000_000;

/** The examinations and repairs of one data folder. Making a doctor touches nothing. */
export const createDoctor = (dataFolder: string, { hashAll = false }: { hashAll?: boolean } = {}) => {
  const paths = dataFolderPaths(dataFolder);
  const hashUpTo = hashAll ? Number.POSITIVE_INFINITY : hashedAnyway;
  let verified: Promise<Verification> | undefined;
  const verify = () => {
    verified ??= verifyBesideService(paths, { depth: "all", hashUpTo });
    return verified;
  };
  return {
    examineFolder: async () =>
      (await examineFolder(paths)) ?? describePart("data folder", await verify(), paths.root),
    examineDisk: () => examineDisk(paths),
    examineShutdown: () => examineShutdown(paths),
    examineDatabase: async () => describeDatabase(paths, await verify()),
    examineFiles: async () => describeFiles(await verify()),
    examineSidecars: async () => describePart("sidecars", await verify(), "each says what the database says"),
    examineIndex: () => examineIndex(paths),
    examineSandbox: () => examineSandbox(paths.root),
    examineHolding: async () => describeHolding(paths, await verify()),
    repair: (options: RepairOptions) => repair(paths, { ...options, hashUpTo }),
    emptyHolding: (options: { dryRun: boolean }) => emptyHolding(paths, options),
  };
};
