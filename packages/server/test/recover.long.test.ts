import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cleanEnvironment, serverEntry } from "../testing/service-process.ts";
import { startServer } from "../testing/start-server.ts";
import { startWebSite } from "../testing/web-site.ts";

describe("headwater recover", () => {
  let filled: string;
  /** A copy of `filled`. */
  let data: string;
  let fileIds: string[];
  const newFolder = () => mkdtemp(join(tmpdir(), "headwater-recover-"));
  beforeAll(async () => {
    filled = await newFolder();
    const server = await startServer({ HEADWATER_DATA: filled });
    fileIds = [];
    for (const [name, text, method] of [
      ["tower.txt", "The tower was finished in 1889.", "fast"],
      ["same.md", "The tower was finished in 1889.", "auto"],
      ["bridge.txt", "The bridge is 300 metres long.", "auto"],
      ["deleted.txt", "Nobody shall read this again.", "auto"],
    ] as const) {
      fileIds.push((await server.ingestAndWait(name, text, method)).file_id);
    }
    await server.call("DELETE", "/delete", { file_id: fileIds.pop() });
    const again = { file_id: fileIds[2], method: "fast" };
    const { body } = await server.call<{ build_id: string }>("POST", "/reprocess", again);
    await server.waitFor(body.build_id);
    await server.close();
  });
  afterAll(() => rm(filled, { recursive: true, force: true }));
  beforeEach(async () => {
    data = await newFolder();
    await cp(filled, data, { recursive: true, preserveTimestamps: true });
  });
  afterEach(() => rm(data, { recursive: true, force: true }));

  const database = () => join(data, "headwater.sqlite");
  const loseDatabase = async () => {
    for (const end of ["", "-wal", "-shm"]) await rm(database() + end, { force: true });
  };
  const recover = (...args: string[]) =>
    new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
      const child = spawn(process.execPath, [serverEntry, "recover", ...args], {
        env: { ...cleanEnvironment(), HEADWATER_DATA: data },
      });
      const said = { stdout: "", stderr: "" };
      for (const stream of ["stdout", "stderr"] as const) {
        child[stream].on("data", (part) => {
          said[stream] += part;
        });
      }
      child.on("close", (code) => resolve({ code, ...said }));
    });
  const files = () => readdir(join(data, "files"), { recursive: true });
  const pathsOf = async (pattern: RegExp) =>
    (await files()).filter((name) => pattern.test(name)).map((name) => join(data, "files", name));
  const blobOf = async (text: string) => {
    for (const path of await pathsOf(/[0-9a-f]{64}$/)) {
      if ((await readFile(path, "utf8")).startsWith(text)) return path;
    }
    throw new Error(`No file begins with '${text}'`);
  };
  const startRecovered = async (settings: Record<string, string> = {}) => {
    const token = (await readFile(join(data, "token"), "utf8")).trim();
    return startServer({ HEADWATER_DATA: data, HEADWATER_TOKEN: token, ...settings });
  };

  it("brings every source back with its file id and method, to be read again and asked about", async () => {
    await loseDatabase();
    const before = await files();
    const { code, stdout, stderr } = await recover();
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toMatch(/3 sources in 1 project\n {2}default \([0-9a-f-]{36}\): 3 sources/);
    expect(stdout).toMatch(/Gone with the old database: conversations and answers, tokens, builds, flows/);
    const secret = /default {3}(hw_\S+)/.exec(stdout)?.[1];
    expect((await readFile(join(data, "token"), "utf8")).trim()).toBe(secret);
    expect(await files()).toEqual(before);

    const server = await startRecovered();
    const listed = await server.call<Record<string, unknown>[]>("GET", "/");
    expect(listed.body.map((source) => source.file_id)).toEqual(fileIds.toReversed());
    for (const { build_id } of listed.body) {
      expect(await server.waitFor(String(build_id))).toMatchObject({ status: "Completed" });
    }
    const again = await server.call<Record<string, unknown>[]>("GET", "/");
    expect(again.body.map(({ file_name, method }) => [file_name, method])).toEqual([
      ["bridge.txt", "fast"],
      ["same.md", "auto"],
      ["tower.txt", "fast"],
    ]);
    const { body } = await server.call("POST", "/ask-sources", { question: "When was the tower finished?" });
    expect(JSON.stringify(body)).toContain("1889");
    await server.close();
  });

  it("brings back what was added by its address, to be fetched again", async () => {
    const pages: Record<string, string> = {
      "/": '<p>Home of the lighthouse.</p><a href="/keeper">keeper</a>',
      "/keeper": "<p>The keeper is called Ada.</p>",
    };
    const web = await startWebSite(pages);
    const settings = { HEADWATER_ALLOW_PRIVATE_ADDRESSES: web.place, HEADWATER_CRAWL_LIMITS: "pause=0" };
    const server = await startServer({ HEADWATER_DATA: data, ...settings });
    const body = { url: `${web.origin}/`, crawlUrls: true };
    const added = await server.call<{ build_id: string }>("POST", "/ingest-url", body);
    const { file_id } = await server.waitFor(added.body.build_id);
    await server.close();
    await loseDatabase();
    expect(await recover()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/4 sources in 1 project/),
    });
    pages["/keeper"] = "<p>The keeper is called Grace.</p>";
    const recovered = await startRecovered(settings);
    const [source] = (await recovered.call<Record<string, unknown>[]>("GET", `/?file_ids=${file_id}`)).body;
    expect(source).toMatchObject({
      file_name: body.url,
      file_source: "url",
      file_type: "html",
      file_size: 0,
    });
    expect(await recovered.waitFor(String(source?.build_id))).toMatchObject({ total_pages: 2 });
    const { body: found } = await recovered.call("POST", "/prebuilt-rag", { query: "keeper" });
    expect(JSON.stringify(found)).toContain("Grace");
    await recovered.close();
    await web.close();
  });

  it("--dry-run prints the same and creates nothing", async () => {
    await loseDatabase();
    const { code, stdout } = await recover("--dry-run");
    expect(code).toBe(0);
    expect(stdout).toMatch(/3 sources in 1 project[\s\S]*dry run: nothing was changed/);
    expect(stdout).not.toContain("hw_");
    expect(existsSync(database())).toBe(false);
  });

  it("refuses when there is a database, and when nothing can be recovered", async () => {
    expect(await recover()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/works only where none is/),
    });
    await loseDatabase();
    for (const path of await pathsOf(/\.json$/)) await rm(path);
    const { code, stdout, stderr } = await recover();
    expect(code).toBe(1);
    expect(stdout).toMatch(/2 stored files without a usable sidecar/);
    expect(stderr).toMatch(/Nothing can be recovered .* nothing was changed/);
    expect(existsSync(database())).toBe(false);
  });

  it("names files that are missing, damaged, foreign, unreadable or without a name, and recovers the rest", async () => {
    const server = await startServer({ HEADWATER_DATA: data });
    for (const name of ["damaged", "missing", "cut", "foreign", "nameless", "forged"])
      await server.ingestAndWait(`${name}.txt`, `${name} document`);
    await server.close();
    await loseDatabase();
    await writeFile(await blobOf("damaged"), "damaged by a disk");
    await rm(await blobOf("missing"));
    await writeFile(`${await blobOf("cut")}.json`, '{"format": 1, "store_id": "');
    const edit = async (text: string, from: RegExp, to: string) => {
      const path = `${await blobOf(text)}.json`;
      await writeFile(path, (await readFile(path, "utf8")).replace(from, to));
    };
    await edit("foreign", /"store_id": "[^"]+"/, `"store_id": "${randomUUID()}"`);
    await edit("forged", /"file_id": "[^"]+"/, '"file_id": "../../etc/passwd"');
    await rm(`${await blobOf("nameless")}.json`);

    for (const args of [["--dry-run"], []]) {
      const { code, stdout } = await recover(...args);
      expect(code).toBe(2);
      expect(stdout).toMatch(/3 sources in 1 project/);
      expect(stdout).toMatch(/damaged\.txt \([0-9a-f-]{36}\): its bytes are damaged/);
      expect(stdout).toMatch(/missing\.txt \([0-9a-f-]{36}\): its bytes are missing/);
      expect(stdout).toMatch(/: its sidecar can't be used: it is not JSON/);
      expect(stdout).toMatch(/: its sidecar can't be used: sources\.0\.file_id: is not an id/);
      expect(stdout).toMatch(/: its sidecar is of another store/);
      expect(stdout).toMatch(/4 stored files without a usable sidecar/);
    }
    const recovered = await startRecovered();
    expect((await recovered.call("GET", "/")).body).toHaveLength(3);
    await recovered.close();
    const held = (await readdir(join(data, "holding"))).filter((name) => name !== "store.json");
    expect(held).toHaveLength(6);
  });

  it("keeps the log of a database that was moved away without it, and reads nothing from it", async () => {
    const sqlite = new BetterSqlite(database());
    sqlite.prepare("update sources set file_name = 'in-the-log.txt'").run();
    await rename(database(), `${data}.moved`);
    const { code, stdout } = await recover();
    sqlite.close();
    await rm(`${data}.moved`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/headwater\.sqlite-wal\.lost-/);
    const recovered = await startRecovered();
    const { body } = await recovered.call<{ file_name: string }[]>("GET", "/");
    expect(body.map((source) => source.file_name)).toEqual(["bridge.txt", "same.md", "tower.txt"]);
    await recovered.close();
  });

  it.each([
    ["the new database is being made", /\.recovering$/],
    ["it is filled", /\.recovering-wal$/],
    ["the token is about to be written", /^token$/],
  ])("killed while %s, it can be run again", async (_case, moment) => {
    await loseDatabase();
    const child = spawn(process.execPath, [serverEntry, "recover"], {
      env: { ...cleanEnvironment(), HEADWATER_DATA: data },
      stdio: "ignore",
    });
    const watcher = watch(data, (_event, name) => {
      if (name && moment.test(name)) child.kill("SIGKILL");
    });
    await once(child, "close");
    watcher.close();
    expect(child.signalCode).toBe("SIGKILL");
    if (!existsSync(database())) expect(await recover()).toMatchObject({ code: 0 });
    const sqlite = new BetterSqlite(database(), { readonly: true });
    expect(sqlite.prepare("select file_id from sources order by ordinal").pluck().all()).toEqual(fileIds);
    expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
    sqlite.close();
  });

  it("starts again when an earlier attempt was interrupted", async () => {
    await loseDatabase();
    await writeFile(`${database()}.recovering`, "half a database");
    expect(await recover()).toMatchObject({ code: 0 });
    expect((await readdir(data)).filter((name) => name.includes("recovering"))).toEqual([]);
  });
});
