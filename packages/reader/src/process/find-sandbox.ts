import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { confine } from "./confine.ts";
import { createPrivateFolder } from "./private-folder.ts";
import { noSandbox, type Sandbox, viewOfPrograms } from "./sandbox.ts";

/** `nobody` on all systems: owns no file, and can't enter a folder of mode 0700. */
const unprivilegedUser = 65_534;
const probeMs = 3_000;

/**
 * The best sandbox that this machine allows. Each kind is tried by really running a program in it, which takes some 20
 * ms: bubblewrap may be installed and not be allowed to make namespaces, as in most containers.
 */
export async function findSandbox({
  hidden,
  bubblewrap = "bwrap",
  isRoot = process.getuid?.() === 0,
}: {
  hidden: readonly string[];
  /** The program's name on the path, or its full path. */
  bubblewrap?: string | undefined;
  isRoot?: boolean | undefined;
}): Promise<Sandbox> {
  const users = isRoot ? [unprivilegedUser, null] : [null];
  const kinds: Partial<Sandbox>[] = [{ bubblewrap }, { cutsNetwork: true }, {}];
  for (const kind of kinds) {
    for (const user of users) {
      const sandbox = { ...noSandbox, hidden, ...kind, user };
      if (await works(sandbox)) return sandbox;
    }
  }
  return { ...noSandbox, hidden };
}

/**
 * Whether a program in this sandbox may make namespaces itself, as Chromium does for its own sandbox. Some systems allow
 * them to bubblewrap, and to nothing that it starts.
 */
export async function nestsNamespaces(sandbox: Sandbox): Promise<boolean> {
  const [program, ...parameters] = confine(
    ["unshare", "--user", "--map-root-user", "--pid", "--fork", "true"],
    sandbox,
    { view: viewOfPrograms, limits: { memoryMb: null, fileMb: 1 } },
  );
  return promisify(execFile)(program, parameters, { timeout: probeMs, killSignal: "SIGKILL", cwd: "/" }).then(
    () => true,
    () => false, // not allowed
  );
}

/** Whether a program in this sandbox can start, and write to the folder that it is given. */
async function works(sandbox: Sandbox): Promise<boolean> {
  let folder: string | undefined;
  try {
    folder = await createPrivateFolder({ owner: sandbox.user });
    const [program, ...parameters] = confine(["sh", "-c", 'echo works > "$0/out"', folder], sandbox, {
      view: { ...viewOfPrograms, writes: [folder] },
      limits: { memoryMb: null, fileMb: 1 },
    });
    await promisify(execFile)(program, parameters, { timeout: probeMs, killSignal: "SIGKILL", cwd: "/" });
    return (await readFile(join(folder, "out"), "utf8")) === "works\n";
  } catch {
    return false; // not installed, or not allowed
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}
