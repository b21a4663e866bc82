import { execFileSync } from "node:child_process";
import { lstat, readdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** Weights, which an installation without optional packages lacks. */
const encoders = ["@headwater/encoder", "@headwater/encoder-multilingual"];

/** Installs the server into an empty folder, and sums up the files that npm wrote, in bytes; `encoders` are those of the encoders. */
export async function installServer(
  folder: string,
  registry: Record<string, string>,
): Promise<{ all: number; encoders: number }> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", ...quietly, "@headwater/server"], {
    cwd: folder,
    env: { ...process.env, ...registry },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const modules = join(folder, "node_modules");
  const sum = { all: 0, encoders: 0 };
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { size } = await lstat(path);
    const name = relative(modules, path).split("/").slice(0, 2).join("/");
    sum.all += size;
    if (encoders.includes(name)) sum.encoders += size;
  }
  return sum;
}
