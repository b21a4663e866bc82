import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dataFolderPaths } from "../src/adapters/filesystem/data-folder.ts";
import { createProgram } from "../src/cli/program.ts";
import { verifyFolder } from "../src/compose/verify/verify-folder.ts";
import { newId } from "../src/kernel/ids.ts";
import { askForEvents } from "../testing/answer-stream.ts";
import { filesWith } from "../testing/files-with.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { createTestClient, type TestClient } from "../testing/test-client.ts";

const canary = "zqxprojectcanary";

let folder: string;
let server: TestServer;
let project: { client: TestClient; projectId: string; fileIds: string[] };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-project-"));
  server = await startServer({ HEADWATER_DATA: folder });
  await server.ingestAndWait("kept.txt", "The harbour was built in 1850.");
  project = await fillProject();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Runs a command of the command line on the data folder. Answers what it printed, or the error's text. */
async function run(...words: string[]): Promise<string> {
  let output = "";
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      output += chunk;
      done();
    },
  }) as unknown as NodeJS.WriteStream;
  const program = createProgram({ stdout, environment: { HEADWATER_DATA: folder } });
  await program.parseAsync(["node", "headwater", ...words]).catch((error: Error) => {
    output += error.message;
  });
  return output;
}

/** A project with something in every place that keeps what users send. */
async function fillProject() {
  const made = await run("project", "create", `the ${canary}`);
  const [, projectId = ""] = /\(([\w-]{36})\)/.exec(made) ?? [];
  const [token = ""] = /hw_[\w-]+/.exec(made) ?? [];
  const { origin } = server;
  const client = createTestClient({ origin, token });
  const text = `# ${canary}\n\nThe ${canary} sings in spring.`;
  const first = await client.ingestAndWait(`${canary}.md`, text);
  const twin = await client.ingestAndWait(`${canary}-copy.md`, text);
  const failed = await client.ingestAndWait(`${canary}.pdf`, `no PDF, but a ${canary}`);
  const question = `What does the ${canary} do?`;
  await (await askForEvents(client, { question }, { "idempotency-key": canary })).text();
  const send = (path: string, body: object) =>
    fetch(`${origin}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    }).then((response) => response.json());
  await send("/flows/prompts", { name: canary, text: `${canary} {question}` });
  await send("/flows/create", { name: canary, template: "search", files: [`${canary}.md`] });
  await send(`/flows/${canary}/simulate`, { query: question });
  await send(`/flows/${canary}/deploy`, { tool_description: canary });
  await send(`/flows/${canary}/`, { query: question });
  // What was fetched and what was set aside, as a crash leaves it.
  const paths = dataFolderPaths(folder);
  const held = join(paths.holding, `20260101T000000.000Z-${projectId}-${"a".repeat(64)}`);
  const download = join(paths.downloads, `${projectId}_${newId()}_${newId()}`);
  for (const [place, name] of [
    [held, "a".repeat(64)],
    [download, "page"],
    [paths.staging, "upload"],
  ] as const) {
    await mkdir(place, { recursive: true, mode: 0o700 });
    await writeFile(join(place, name), canary);
  }
  return { client, projectId, fileIds: [first, twin, failed].map(({ file_id }) => file_id) };
}

/** The tables that have one of the texts in a row, as text or within bytes. */
function tablesWith(...texts: string[]): string[] {
  const database = new Sqlite(dataFolderPaths(folder).database, { readonly: true });
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all();
    return (tables as string[]).filter((table) => {
      const rows = database.prepare(`select * from "${table}"`).raw().all() as unknown[][];
      const all = rows.flat().map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : value));
      return texts.some((text) => all.some((value) => String(value).toLowerCase().includes(text)));
    });
  } finally {
    database.close();
  }
}

it("a project is deleted in two steps, with its name repeated, while no service runs, and nothing of it is left", async () => {
  const { projectId, fileIds } = project;
  const name = `the ${canary}`;
  expect(tablesWith(canary).length).toBeGreaterThan(8);
  const told = await run("project", "delete", name);
  expect(told).toContain("has 3 documents, 1 conversation, 1 flow, 1 prompt, 1 token.\n");
  expect(told).toContain(`\n  headwater project delete '${name}' --confirm '${name}'\n`);
  expect(await run("project", "delete", name, "--confirm", canary)).toContain("Nothing was deleted");
  expect(await run("project", "delete", name, "--confirm", name)).toMatch(/A service uses .* Stop it/);
  expect(await run("project", "delete", "nosuch", "--confirm", "nosuch")).toContain("'nosuch' not found");
  expect((await project.client.call("GET", "/")).body).toHaveLength(3);

  await server.stop();
  expect(await run("project", "delete", name, "--confirm", name)).toBe(
    `Deleted the project ${name} with 3 documents, 1 conversation, 1 flow, 1 prompt, 1 token.\n`,
  );
  expect(tablesWith(canary, projectId, ...fileIds)).toEqual([]);
  expect(await filesWith(folder, canary, projectId)).toEqual([]);
  // The rest is as it was, and whole.
  const paths = dataFolderPaths(folder);
  expect((await verifyFolder(paths, { depth: "all" })).findings).toEqual([]);
  expect(await run("project", "list")).not.toContain(canary);
  server = await startServer({ HEADWATER_DATA: folder });
  const { body } = await server.call("POST", "/ask-sources", { question: "When was the harbour built?" });
  expect(JSON.stringify(body)).toContain("1850");
});

it("a project is renamed beside the service, to a name that is printable and free", async () => {
  const [first = ""] = /^default .*$/m.exec(await run("project", "list")) ?? [];
  expect(first).not.toBe("");
  await run("project", "create", "legal");
  expect(await run("project", "rename", "default", "legal")).toContain("exists already");
  expect(await run("project", "rename", "default", "a\u0007b")).toContain("1 to 100 printable characters");
  expect(await run("project", "create", "")).toContain("1 to 100 printable characters");
  expect(await run("project", "rename", "default", "harbour office")).toBe(
    "Project default is named harbour office now.\n",
  );
  expect((await server.call("GET", "/")).body).toHaveLength(1);
  // The sidecars say the name; the next start writes them again.
  await server.stop();
  server = await startServer({ HEADWATER_DATA: folder });
  await expect.poll(() => filesWith(join(folder, "files"), "harbour office")).not.toEqual([]);
});

it("a folder whose files are of another store is refused before anything is changed", async () => {
  await server.stop();
  const paths = dataFolderPaths(folder);
  await writeFile(join(paths.files, "store.json"), JSON.stringify({ store_id: newId(), storeId: newId() }));
  const before = await readdir(paths.files, { recursive: true });
  expect(await run("project", "delete", "harbour office", "--confirm", "harbour office")).toMatch(/store/);
  expect(await readdir(paths.files, { recursive: true })).toEqual(before);
  expect(tablesWith("harbour office")).toContain("projects");
});
