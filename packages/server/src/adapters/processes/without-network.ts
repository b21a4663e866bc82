import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Takes all networks away from what follows it, the loopback among them. Needs Linux, and leave to make namespaces. */
const unshare = ["unshare", "--user", "--map-current-user", "--net", "--"] as const;

/**
 * What to put before a command so that it has no network at all; nothing where this machine does not allow it, as in
 * most containers.
 */
export async function findNetworkCut(): Promise<readonly string[]> {
  try {
    await promisify(execFile)(unshare[0], [...unshare.slice(1), "true"], { timeout: 5_000 });
    return unshare;
  } catch {
    return []; // no Linux, no such program, or not allowed
  }
}
