/**
 * YAML → `generated/`: bundled JSON with examples, TypeScript types and the operation table. `x-gaps` of the YAML become
 * `GAPS.md`. Also writes the methods of the contract where READMEs, examples and comments show which ones an application
 * exports.
 *
 *   node scripts/generate.ts            writes
 *   node scripts/generate.ts --check    writes nothing; names each file that is out of date, and fails
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { bundleDocument } from "./bundle-document.ts";
import { addExamples, readExamples } from "./examples.ts";
import { exportedMethods } from "./exported-methods.ts";
import { takeGaps, withGaps } from "./gaps.ts";
import { operationTable } from "./operation-table.ts";
import { typesOf } from "./types.ts";

const root = new URL("../", import.meta.url);

export async function generate(): Promise<Map<string, string>> {
  const examples = await readExamples(new URL("examples/", root));
  const documents = {
    sources: await bundleDocument(new URL("sources.yaml", root)),
    flows: await bundleDocument(new URL("flows.yaml", root)),
  };
  const files = new Map<string, string>();
  const gaps = takeGaps(documents);
  files.set("GAPS.md", withGaps(await readFile(new URL("GAPS.md", root), "utf8"), gaps));
  for (const [name, document] of Object.entries(documents)) {
    files.set(`generated/${name}.ts`, await typesOf(document));
    addExamples(document, examples);
    files.set(`generated/${name}.json`, `${JSON.stringify(document, null, 2)}\n`);
  }
  files.set("generated/operations.ts", operationTable(documents));
  for (const [path, text] of await exportedMethods(documents, new URL("../", root)))
    files.set(`../${path}`, text);
  return files;
}

/** Files whose committed text differs from what the YAML gives. */
async function staleFiles(): Promise<string[]> {
  const stale: string[] = [];
  for (const [file, text] of await generate()) {
    const committed = await readFile(new URL(file, root), "utf8").catch(() => undefined);
    if (committed !== text) stale.push(file);
  }
  return stale;
}

async function write(): Promise<void> {
  await mkdir(new URL("generated/", root), { recursive: true });
  for (const [file, text] of await generate()) await writeFile(new URL(file, root), text);
}

async function check(): Promise<void> {
  for (const file of await staleFiles()) {
    console.error(
      `spec/${file} is out of date: run \`node scripts/generate.ts\` in spec/ and commit the result`,
    );
    process.exitCode = 1;
  }
}

if (import.meta.main) await (process.argv.includes("--check") ? check() : write());
