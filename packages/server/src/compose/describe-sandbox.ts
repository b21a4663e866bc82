import type { Sandbox } from "@headwater/reader";
import type { SandboxReport } from "../http/readiness.ts";

const remedy =
  "install bubblewrap, and let the service make user namespaces (in a container this takes an option of its runtime)";

/** How far programs that convert documents are kept apart from the machine, and what to do about it. */
export function describeSandbox({ bubblewrap, user, cutsNetwork }: Sandbox): SandboxReport {
  if (bubblewrap !== null) return { state: "full", detail: null };
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
