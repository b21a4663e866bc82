import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build as esbuild, transform } from "esbuild";
import { rollup } from "rollup";
import { build as vite } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import webpack from "webpack";

const dist = fileURLToPath(new URL("../dist/index.mjs", import.meta.url));
/** The four functions that the README begins with. What only some pages need is loaded later, and not counted. */
const page = `export { createSourcesClient, ingestFile, unwrap, waitForBuild } from ${JSON.stringify(dist)};`;
const maxBytes = 5_000;

let folder: string;
let entry: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "headwater-size-"));
  entry = join(folder, "page.mjs");
  writeFileSync(entry, page);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Code that the page loads at once, minified. */
const bundlers: Record<string, () => Promise<string>> = {
  async esbuild() {
    const { outputFiles } = await esbuild({
      ...{ entryPoints: [entry], bundle: true, minify: true, splitting: true, format: "esm", write: false },
      ...{ outdir: folder, platform: "browser" as const, target: "es2022", metafile: true },
    } as const);
    const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
    const load = (path: string): string => {
      const text = texts.get(path) ?? "";
      texts.delete(path);
      const eager = [...text.matchAll(/(?:from|import)"(\.\/[^"]+)"/g)].map(([, name]) => name ?? "");
      return text + eager.map((name) => load(join(dirname(path), name))).join("");
    };
    return load(join(folder, "page.js"));
  },
  async rollup() {
    const bundle = await rollup({ input: entry, plugins: [nodeResolve({ browser: true })] });
    const { output } = await bundle.generate({ format: "es", dir: folder });
    const eager = eagerOf(output.filter((file) => file.type === "chunk"));
    return (await transform(eager, { minify: true, format: "esm", target: "es2022" })).code;
  },
  async vite() {
    const { output } = (await vite({
      ...{ root: folder, configFile: false, logLevel: "silent" },
      build: {
        ...{ write: false, minify: true, target: "es2022", modulePreload: false },
        rollupOptions: { input: entry, preserveEntrySignatures: "strict" },
      },
    })) as unknown as { output: Parameters<typeof eagerOf>[0] };
    return eagerOf(output.filter((file) => file.type === "chunk"));
  },
  async webpack() {
    await new Promise<void>((resolve, reject) => {
      webpack(
        {
          ...{ mode: "production", entry, target: ["web", "es2022"], devtool: false },
          output: { path: folder, filename: "webpack.js", module: true, library: { type: "module" } },
          experiments: { outputModule: true },
        },
        (error, stats) => (error || stats?.hasErrors() ? reject(error ?? stats?.toString()) : resolve()),
      );
    });
    return readFileSync(join(folder, "webpack.js"), "utf8");
  },
};

type Chunk = { type: string; fileName: string; isEntry: boolean; imports: string[]; code: string };

function eagerOf(chunks: Chunk[]): string {
  const found = new Set<Chunk>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  add(chunks.find(({ isEntry }) => isEntry));
  return [...found].map(({ code }) => code).join("\n");
}

describe("the core of the client, minified and compressed", () => {
  it.for(Object.keys(bundlers))("stays small by %s", { timeout: 60_000 }, async (name) => {
    const code = await bundlers[name]?.();
    expect(code).toMatch(/ingest-file/);
    expect(gzipSync(code ?? "", { level: 9 }).byteLength).toBeLessThanOrEqual(maxBytes);
  });
});
