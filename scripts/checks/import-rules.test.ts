import { cruise, type ICruiseResult } from "dependency-cruiser";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import rules from "./import-rules.mjs";

/** The rules that a tree of files breaks. Each file is given with its imports. */
async function brokenBy(imports: Record<string, string[]>): Promise<string[]> {
  const files: Record<string, string> = { "package.json": "{}" };
  for (const [file, imported] of Object.entries(imports)) {
    for (const each of imported) files[each] ??= "export const it = 1;\n";
    const climb = "../".repeat(file.split("/").length - 1);
    files[file] = imported
      .map((each, index) => `import { it as it${index} } from "${climb}${each}";\n`)
      .join("");
    files[file] += `export const it = [${imported.map((_, index) => `it${index}`)}];\n`;
  }
  const { output } = await cruise(["."], {
    baseDir: temporaryFolder(files),
    ruleSet: rules,
    validate: true,
    ...rules.options,
  });
  return (output as ICruiseResult).summary.violations.map((violation) => violation.rule.name).sort();
}

const server = "packages/server/src";

test.each([
  ["a room that imports one to its right", { "retrieval/rank.ts": ["answering/ask.ts"] }, ["room-retrieval"]],
  ["rooms that share a line", { "builds/run.ts": ["answering/ask.ts"] }, ["room-builds"]],
  ["kernel, of any room", { "kernel/ids.ts": ["sources/source.ts"] }, ["room-kernel"]],
  [
    "a room that imports an adapter",
    { "builds/run.ts": ["adapters/sql/stores.ts"] },
    ["compositions-only", "rooms-know-no-adapter"],
  ],
  [
    "an adapter that does a room's work",
    { "adapters/sql/stores.ts": ["builds/run-build.ts"] },
    ["adapters-see-ports"],
  ],
  [
    "an adapter that leans on another",
    { "adapters/sql/a.ts": ["adapters/words/b.ts"] },
    ["adapters-stand-alone"],
  ],
  ["a command that opens a database itself", { "cli/ask.ts": ["adapters/sql/a.ts"] }, ["compositions-only"]],
  ["a room that reads the settings", { "http/app.ts": ["config.ts"] }, ["rooms-are-composed"]],
  ["two files in a circle", { "kernel/a.ts": ["kernel/b.ts"], "kernel/b.ts": ["kernel/a.ts"] }, ["no-cycle"]],
])("refused: %s", async (_, imports, broken) => {
  const tree = Object.entries(imports as Record<string, string[]>).map(
    ([file, imported]) => [`${server}/${file}`, imported.map((each) => `${server}/${each}`)] as const,
  );
  expect(await brokenBy(Object.fromEntries(tree))).toEqual(broken);
});

test.each([
  ["the spec, of any package", "spec/src/index.ts", "packages/client/src/index.ts", ["package-spec"]],
  [
    "the client, of a proxy",
    "packages/client/src/index.ts",
    "packages/proxy-core/src/index.ts",
    ["package-client"],
  ],
  [
    "the reader, of the server",
    "packages/reader/src/index.ts",
    `${server}/kernel/ids.ts`,
    ["package-reader"],
  ],
  ["the server, of the client", `${server}/index.ts`, "packages/client/src/index.ts", ["package-server"]],
  ["a package, of an app", "packages/react-hooks/src/index.ts", "apps/demo/page.ts", ["package-react-hooks"]],
])("refused: %s", async (_, from, to, broken) => {
  expect(await brokenBy({ [from]: [to] })).toEqual(broken);
});

test("allowed imports break no rule", async () => {
  const allowed = {
    [`${server}/compose.ts`]: [`${server}/http/app.ts`, `${server}/adapters/sql/stores.ts`],
    [`${server}/http/app.ts`]: [`${server}/answering/ask.ts`, `${server}/kernel/ids.ts`],
    [`${server}/adapters/sql/stores.ts`]: [
      `${server}/builds/build-store.ts`,
      `${server}/ports/blob-store.ts`,
    ],
    [`${server}/retrieval/rank.test.ts`]: [`${server}/adapters/words/index.ts`],
    [`${server}/text/terms.ts`]: ["spec/src/index.ts"],
  };
  expect(await brokenBy(allowed)).toEqual([]);
});
