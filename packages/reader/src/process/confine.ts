import { accessSync, constants, realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { ProgramLimits, ProgramView, Sandbox } from "./sandbox.ts";

export type Command = readonly [program: string, ...parameters: string[]];

/** Programs, libraries and fonts of Linux distributions, and the settings that these read. No user's files. */
const systemFolders = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"],
  ...["/etc/alternatives", "/etc/ld.so.cache", "/etc/fonts", "/var/cache/fontconfig", "/etc/localtime"],
  ...["/etc/libreoffice", "/etc/chromium", "/etc/chromium.d", "/etc/ssl/certs", "/etc/ca-certificates"],
];

/** Of the programs in one sandbox together. A fork bomb ends there; Chromium needs about a hundred. */
const maxProcesses = 512;

/** bash and dash name the limit of processes differently. A limit that a system does not know is passed over. */
const limitScript = `
if [ "$1" != - ]; then ulimit -v "$1" 2>/dev/null; fi
ulimit -f "$2" 2>/dev/null
if [ "$3" != - ]; then ulimit -u "$3" 2>/dev/null || ulimit -p "$3" 2>/dev/null; fi
shift 3
exec "$@"`;

/** Bytes of a block, as `ulimit -f` of a POSIX shell counts. */
const blockBytes = 512;

/**
 * The command with what keeps its program apart, as far as the sandbox goes. A program that is not installed is
 * answered as it is, so that starting it fails as ever.
 */
export function confine(
  command: Command,
  sandbox: Sandbox,
  { view, limits }: { view: ProgramView; limits: ProgramLimits },
): Command {
  const program = findOnPath(command[0]);
  if (program === null || process.platform === "win32") return command;
  const limited = withLimits([program, ...command.slice(1)], limits, sandbox.bubblewrap !== null);
  if (view.sees === "machine")
    return sandbox.bubblewrap === null
      ? limited
      : nonEmpty([sandbox.bubblewrap, ...hiding(sandbox, view), ...limited]);
  return nonEmpty([
    ...(sandbox.user === null ? [] : asUser(sandbox.user)),
    ...(sandbox.bubblewrap === null
      ? sandbox.cutsNetwork && !view.network
        ? networkCut
        : []
      : [sandbox.bubblewrap, ...onlySeeing(view, program, sandbox.hidden)]),
    ...limited,
  ]);
}

const withLimits = (command: Command, { memoryMb, fileMb }: ProgramLimits, isAlone: boolean): Command => [
  "/bin/sh",
  ...["-c", limitScript, "sh"],
  memoryMb === null ? "-" : String(memoryMb * 1024),
  String((fileMb * 1024 * 1024) / blockBytes),
  // Outside of a namespace the system would count all processes of the user.
  isAlone ? String(maxProcesses) : "-",
  ...command,
];

const asUser = (user: number): string[] => [
  "setpriv",
  ...["--reuid", String(user), "--regid", String(user), "--clear-groups", "--"],
];

/** Takes all networks away from what follows it, the loopback among them. */
const networkCut = ["unshare", "--user", "--map-current-user", "--net", "--"] as const;

/** Namespaces of its own for everything. The program ends with what started it, and all that it started with it. */
const apart = ["--unshare-all", "--die-with-parent"];
const withNetwork = (view: ProgramView): string[] => (view.network ? ["--share-net"] : []);

function onlySeeing(view: ProgramView, program: string, hidden: readonly string[]): string[] {
  const { reads = [], writes = [] } = view;
  const folders = [...systemFolders, ...foldersOf(program)];
  const [temporary] = writes;
  return [
    ...[...apart, ...withNetwork(view), "--cap-drop", "ALL"],
    ...folders.flatMap((folder) => ["--ro-bind-try", folder, folder]),
    ...["--proc", "/proc", "--dev", "/dev"],
    // The data folder may lie among the programs, as /usr/src/app/data of a container.
    ...hidden
      .map(realPath)
      .filter((path) => folders.some((folder) => isIn(path, realPath(folder))))
      .flatMap((path) => ["--tmpfs", path]),
    ...(temporary === undefined ? ["--dir", "/tmp"] : ["--bind", temporary, "/tmp"]),
    ...reads.flatMap((path) => ["--ro-bind-try", path, path]),
    ...writes.flatMap((path) => ["--bind", path, path]),
    ...["--remount-ro", "/"],
    ...(temporary === undefined ? ["--chdir", "/"] : ["--chdir", temporary]),
    "--",
  ];
}

/** Its user namespace is the one of the service, so that the devices and caches of that user work. */
function hiding({ hidden }: Sandbox, view: ProgramView): string[] {
  return [
    ...["--unshare-pid", "--unshare-ipc", "--die-with-parent", ...(view.network ? [] : ["--unshare-net"])],
    ...["--dev-bind", "/", "/", "--proc", "/proc"],
    ...hidden.flatMap((path) => ["--tmpfs", realPath(path)]),
    ...[...(view.reads ?? []), ...(view.writes ?? [])].flatMap((path) => ["--bind", path, path]),
    "--",
  ];
}

/** Where a program and its libraries lie when it was not installed by the system. */
function foldersOf(program: string): string[] {
  return [...new Set([program, realPath(program)])].flatMap((path) => {
    const [, top, product] = path.split(sep);
    if (top === "opt" && product !== undefined) return [join("/opt", product)];
    if (systemFolders.some((folder) => isIn(path, folder))) return [];
    const beside = basename(dirname(path)) === "bin" ? ["lib", "lib64", "share"] : [];
    return [dirname(path), ...beside.map((name) => join(dirname(path), "..", name))];
  });
}

/** The full path of a program, by its name on the path or by its own path; null when it is not installed. */
function findOnPath(command: string, searchPath = process.env.PATH ?? ""): string | null {
  const candidates =
    isAbsolute(command) || command.includes(sep)
      ? [resolve(command)]
      : searchPath
          .split(delimiter)
          .filter((folder) => folder !== "")
          .map((folder) => join(folder, command));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not ours to run: the next folder may have it
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // not there (yet)
  }
}

const isIn = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith("..") && !isAbsolute(way));
};

const nonEmpty = (words: string[]) => words as [string, ...string[]];
