import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * @typedef {object} WorkspacePackage
 * @property {string} name
 * @property {string} folder relative to the root, with `/`
 * @property {boolean} builds whether it has a build script
 * @property {string[]} uses names of the workspace packages it depends on
 */

/**
 * The `packages:` list of pnpm-workspace.yaml: plain folders and `folder/*`, the only two forms used here.
 * @param {string} yaml
 * @returns {string[]}
 */
export function workspacePatterns(yaml) {
  const block = /^packages:\s*\n((?:[ \t]+-.*\n|[ \t]*#.*\n|[ \t]*\n)*)/m.exec(`${yaml}\n`)?.[1] ?? "";
  return [...block.matchAll(/^[ \t]+-[ \t]*["']?([^"'#\s]+)/gm)].map((match) => match[1] ?? "");
}

/**
 * @param {string} root
 * @returns {WorkspacePackage[]} sorted by folder
 */
export function workspacePackages(root) {
  const patterns = workspacePatterns(readFileSync(path.join(root, "pnpm-workspace.yaml"), "utf8"));
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith("/*")) return [pattern];
    const parent = pattern.slice(0, -2);
    if (!existsSync(path.join(root, parent))) return [];
    return readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`);
  });
  return folders
    .filter((folder) => existsSync(path.join(root, folder, "package.json")))
    .sort()
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
      const needed = Object.entries({
        ...manifest.dependencies,
        ...manifest.optionalDependencies,
        ...manifest.devDependencies,
      });
      return {
        name: manifest.name,
        folder,
        builds: manifest.scripts?.build !== undefined,
        uses: needed.filter(([, version]) => String(version).startsWith("workspace:")).map(([name]) => name),
      };
    });
}

/**
 * Packages and all workspace packages that they need, as `turbo run build --filter=<name> …` builds them.
 * @param {WorkspacePackage[]} packages
 * @param {readonly string[] | undefined} names all packages when undefined
 */
export function closureOf(packages, names) {
  if (names === undefined) return packages;
  const wanted = new Set(names);
  for (const found of wanted) {
    for (const used of packages.find((each) => each.name === found)?.uses ?? []) wanted.add(used);
  }
  return packages.filter((each) => wanted.has(each.name));
}
