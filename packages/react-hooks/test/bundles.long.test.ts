// @vitest-environment node
// The built package in the two bundlers most applications use. Needs `dist`: `pnpm build` before.
import { execFile } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import react from "@vitejs/plugin-react";
import { rollup } from "rollup";
import { build, type Rollup } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** The client's table of repeats names every operation, as in "DELETE /delete". A call has the path alone. */
const isCalled = (path: string) => new RegExp(`["'\`]${path}["'\`]`);
/** Texts from parts of the package that the page does not use, and from parts that it uses. */
const unused = [isCalled("/ingest-github"), /useExtract needs/, isCalled("/smart-rag"), isCalled("/delete")];
const unusedComponents = /data-part/;
const used = ["/builds/{build_id}", "suppress_elements"];

/** Whether a warning is about a file of this package. It names the file. */
const isOurs = (message: string) => /headwater|react-hooks|use client/.test(message);

describe("in Vite", () => {
  let code: string;
  const warnings: string[] = [];
  beforeAll(async () => {
    const output = (await build({
      root: join(root, "testing/bundles/vite"),
      configFile: false,
      logLevel: "silent",
      plugins: [react()],
      build: {
        write: false,
        rollupOptions: {
          input: join(root, "testing/bundles/vite/main.jsx"),
          onwarn: ({ message }) => warnings.push(message),
        },
      },
    })) as Rollup.RollupOutput;
    code = output.output.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join("\n");
  });

  test("what the page uses is there, what it does not is left out", () => {
    expect(used.filter((text) => !code.includes(text))).toEqual([]);
    expect([...unused, unusedComponents].filter((text) => text.test(code))).toEqual([]);
  });

  test("nothing of the package calls for a warning", () => {
    expect(warnings.filter(isOurs)).toEqual([]);
  });
});

describe("in Rollup, and so in Vite up to version 7", () => {
  test("nothing of the package calls for a warning, also with source maps", async () => {
    const warnings: string[] = [];
    const bundle = await rollup({
      input: join(root, "dist/index.mjs"),
      external: [/^react/, /^@tanstack/],
      plugins: [nodeResolve({ preferBuiltins: false })],
      onwarn: ({ message }) => void warnings.push(message),
    });
    const { output } = await bundle.generate({ format: "es", sourcemap: true, dir: "unused" });
    expect(warnings).toEqual([]);
    const code = output.map((file) => (file.type === "chunk" ? file.code : "")).join("\n");
    expect(code).toContain("No DocumentsProvider above");
  });
});

test("every file of the package has its source beside it", async () => {
  const files = await readdir(join(root, "dist"), { recursive: true });
  const scripts = files.filter((name) => name.endsWith(".mjs") && !/^react-server|^index\.mjs/.test(name));
  expect(scripts.length).toBeGreaterThan(80);
  for (const script of scripts) {
    const map = JSON.parse(await readFile(join(root, "dist", `${script}.map`), "utf8"));
    expect(map.sourcesContent.every((source: string) => source.length > 0)).toBe(true);
  }
});

describe("in Next.js", () => {
  const app = join(root, "testing/bundles/next");
  beforeAll(async () => {
    const next = join(root, "node_modules/next/dist/bin/next");
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
    await promisify(execFile)(process.execPath, [next, "build", app], { env, timeout: 240_000 });
  }, 250_000);
  afterAll(() => rm(join(app, ".next"), { recursive: true, force: true }));

  test("a server component loads with the options factories, and the page's first HTML holds what it loaded", async () => {
    const html = await readFile(join(app, ".next/server/app/index.html"), "utf8");
    expect(html).toContain("<li>warranty.pdf</li>");
    expect(html).toContain('role="progressbar"');
  });

  test("the browser gets the hooks the page uses, and neither the other ones nor the token", async () => {
    const folder = join(app, ".next/static");
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
    const code = (await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")))).join("\n");
    expect(code).toContain("No DocumentsProvider above");
    expect(unused.filter((text) => text.test(code))).toEqual([]);
    expect(code).not.toContain("service-token");
  });
});
