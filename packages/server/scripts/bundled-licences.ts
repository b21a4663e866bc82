import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Rolldown } from "tsdown";

type BundledPackage = { name: string; version: string; licence: string; texts: string[] };

/** Writes the licences and notices of the packages whose code is in the bundle beside it: they ask for that. */
export const bundledLicences = (fileName: string): Rolldown.Plugin => ({
  name: "bundled-licences",
  generateBundle(_options, bundle) {
    const packages = new Map<string, BundledPackage>();
    for (const output of Object.values(bundle))
      if (output.type === "chunk" && output.fileName.endsWith("js"))
        for (const id of output.moduleIds) {
          const folder = packageFolderOf(id);
          if (folder && !packages.has(folder)) packages.set(folder, readPackage(folder));
        }
    if (packages.size === 0) return;
    const known = [...packages.values()].sort((a, b) => a.name.localeCompare(b.name));
    // Most of one publisher have the same text.
    const sections = Map.groupBy(known, ({ texts }) => texts.join("\n\n"));
    const source = Array.from(sections, ([text, those]) => `${those.map(titleOf).join("\n")}\n\n${text}\n`);
    this.emitFile({ type: "asset", fileName, source: source.join(`\n${"-".repeat(80)}\n\n`) });
  },
});

/** `…/node_modules/@scope/name` of a module in it; null for one of ours. */
const packageFolderOf = (id: string): string | null =>
  /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id.replace(/^\0/, ""))?.[1] ?? null;

function readPackage(folder: string): BundledPackage {
  const facts = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const { name = dirname(folder), version = "", license: licence } = facts;
  if (licence === undefined) throw new Error(`${name} is bundled, and names no licence`);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice)(\.|$)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  return { name, version, licence, texts };
}

const titleOf = ({ name, version, licence }: BundledPackage): string => `${name} ${version} (${licence})`;

/** The packages that the written file names. */
export const bundledTitles = (text: string): Omit<BundledPackage, "texts">[] =>
  Array.from(
    text.matchAll(/^(\S+) (\d+\.\d+\.\S+) \((.+)\)$/gm),
    ([, name = "", version = "", licence = ""]) => ({
      ...{ name, version, licence },
    }),
  );
