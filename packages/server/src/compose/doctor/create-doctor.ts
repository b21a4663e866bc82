import { dataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { examineDatabasePart, examineFilesPart, examineHolding, examineIndex } from "./examine-data.ts";
import { examineDisk, examineFolder, examineShutdown } from "./examine-folder.ts";
import { examineSandbox } from "./examine-sandbox.ts";
import { emptyHolding, type RepairOptions, repair } from "./repair.ts";

/** The examinations and repairs of one data folder. Making a doctor touches nothing. */
export const createDoctor = (dataFolder: string) => {
  const paths = dataFolderPaths(dataFolder);
  return {
    examineFolder: () => examineFolder(paths),
    examineDisk: () => examineDisk(paths),
    examineShutdown: () => examineShutdown(paths),
    examineDatabase: () => examineDatabasePart(paths),
    examineFiles: ({ hashAll }: { hashAll: boolean }) => examineFilesPart(paths, hashAll),
    examineIndex: () => examineIndex(paths),
    examineSandbox: () => examineSandbox(paths.root),
    examineHolding: () => examineHolding(paths),
    repair: (options: RepairOptions) => repair(paths, options),
    emptyHolding: (options: { dryRun: boolean }) => emptyHolding(paths, options),
  };
};
