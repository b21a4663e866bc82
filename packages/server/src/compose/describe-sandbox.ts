import { tmpdir } from "node:os";
import type { Sandbox } from "@headwater/reader";
import { dataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import type { SandboxReport } from "../http/readiness.ts";

const install =
  "install bubblewrap, and let the service make user namespaces (in a container this takes an option of its runtime)";

const move =
  "the temporary folder is missing, read-only or full, so temporary files are in the data folder: set TMPDIR to a folder with room";

/** How far programs that convert documents are kept apart from the machine, and what to do about it. */
export function describeSandbox(
  { bubblewrap, user, cutsNetwork }: Sandbox,
  dataFolder: string,
): SandboxReport {
  if (bubblewrap !== null) return { state: "full", detail: null };
  const remedy = tmpdir() === dataFolderPaths(dataFolder).temporary ? move : install;
  const network = cutsNetwork ? "without network" : "with the network";
  if (user !== null)
    return {
      state: "partial",
      detail: `Programs that convert documents run without bubblewrap: as user ${user}, who can't enter the data folder, ${network}; ${remedy}`,
    };
  return {
    state: "none",
    detail: `Programs that convert documents run without bubblewrap: with the rights of the service, ${network}; ${remedy}`,
  };
}
