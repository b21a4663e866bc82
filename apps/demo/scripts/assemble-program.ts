import { cpSync, existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "tsdown";

/**
 * Makes `program/`, what the published package consists of: the built pages, the launcher in one file, and of Next.js only
 * the files that serve pages (without its compiler). An installation of the package adds nothing. Runs before the
 * package is packed, after `npm run build`.
 */
const demo = join(import.meta.dirname, "..");
const workspace = join(demo, "../..");
const built = join(demo, "dist");
const traced = join(built, "standalone");
const program = join(demo, "program");

if (!existsSync(traced)) throw new Error("dist/standalone does not exist: build the workbench first.");
rmSync(program, { recursive: true, force: true });

// Source maps of the server's pages are larger than their code.
const isServed = (file: string): boolean => !file.endsWith(".map");
const copy = (from: string, to: string) =>
  cpSync(from, join(program, to), { recursive: true, filter: isServed });

copy(join(traced, "apps/demo/dist"), "dist");
copy(join(built, "static"), "dist/static");
copy(join(demo, "public"), "public");
// The folder where it was built means nothing elsewhere.
const configuration = join(program, "dist/required-server-files.json");
writeFileSync(configuration, readFileSync(configuration, "utf8").replaceAll(workspace, "."));

/**
 * Copies the files of a package that Next.js traced, and of the packages that it depends on. In pnpm's layout they are
 * links beside the package. A tarball has no links, so each package is copied to the folder where Node looks first.
 */
const copied = new Map<string, string>();
function copyPackage(name: string, besides: string) {
  const link = join(besides, name);
  if (!existsSync(link)) return; // An optional dependency that is not installed.
  const folder = realpathSync(link);
  const { version, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const known = copied.get(name);
  if (known === version) return;
  if (known !== undefined) throw new Error(`${name} is needed in two versions: ${known} and ${version}.`);
  copied.set(name, version);
  const tracedFolder = join(traced, relative(workspace, folder));
  if (!existsSync(tracedFolder)) return; // Only the compiler needs it.
  copy(tracedFolder, join("node_modules", name));
  const neighbours = folder.slice(0, -name.length);
  for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) copyPackage(needed, neighbours);
}
copyPackage("next", join(demo, "node_modules"));
if (!existsSync(join(program, "node_modules/next")))
  throw new Error("The build has traced another installation of Next.js: build the workbench again.");

await build({
  cwd: demo,
  config: false,
  entry: { main: "server/main.ts" },
  outDir: join(program, "server"),
  platform: "node",
  target: "node22",
  fixedExtension: true,
  dts: false,
  hash: false,
  sourcemap: true,
  logLevel: "warn",
  deps: { neverBundle: ["next"], alwaysBundle: [/^(?!next$)/] },
});
