import { createHash, randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";

/** The data folder of a stopped service with two documents. The tests of this file damage it. */
describe("a database that is missing, empty or of another store", () => {
  let filled: string;
  let fileId: string;
  /** Of one test: a copy of the folder, and a second one of another store. */
  let parent: string;
  let data: string;
  let other: string;
  const newFolder = () => mkdtemp(join(tmpdir(), "headwater-lost-"));
  beforeAll(async () => {
    filled = await newFolder();
    fileId = await fill(join(filled, "data"), "The tower was finished in 1889.");
    await fill(join(filled, "other"), "Another text.");
  });
  afterAll(() => rm(filled, { recursive: true, force: true }));
  beforeEach(async () => {
    parent = await newFolder();
    [data, other] = [join(parent, "data"), join(parent, "other")];
    await cp(filled, parent, { recursive: true, preserveTimestamps: true });
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  const start = (folder = data) => startServer({ HEADWATER_DATA: folder });
  async function fill(folder: string, text: string): Promise<string> {
    const server = await start(folder);
    const { file_id } = await server.ingestAndWait("tower.txt", text);
    await server.ingestAndWait("bridge.txt", "The bridge is 300 metres long.");
    await server.close();
    return file_id;
  }
  const database = (folder = data) => join(folder, "headwater.sqlite");
  const filesOf = async (folder: string): Promise<string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
  const stored = () => filesOf(join(data, "files"));
  const refusal = async (): Promise<string> => {
    const started = await start().catch((error: Error) => error);
    if (started instanceof Error) return started.message;
    await started.close();
    return "it started";
  };
  const removeDatabase = async (folder = data) => {
    for (const end of ["", "-wal", "-shm"]) await rm(database(folder) + end, { force: true });
  };
  const stray = async (projectId: string, text = "stray bytes") => {
    const hash = createHash("sha256").update(text).digest("hex");
    await mkdir(join(data, "files", projectId, hash.slice(0, 2)), { recursive: true });
    await writeFile(join(data, "files", projectId, hash.slice(0, 2), hash), text);
    return hash;
  };
  const projectOf = async () =>
    (await readdir(join(data, "files"))).find((name) => name !== "store.json") ?? "";

  it.each([
    ["moved away", () => rename(database(), join(parent, "moved.sqlite")), /is missing/],
    ["truncated to nothing", () => truncate(database(), 0), /is empty/],
    [
      "replaced by one without tables",
      async () => {
        await removeDatabase();
        new BetterSqlite(database()).exec("create table notes (text)").close();
      },
      /is empty/,
    ],
  ])("%s: the start is refused with the remedies, and no file is touched", async (_case, damage, reason) => {
    const before = await stored();
    expect(before.filter((name) => !name.endsWith(".json"))).toHaveLength(2);
    await damage();
    const message = await refusal();
    expect(message).toMatch(reason);
    expect(message).toMatch(/headwater restore <backup>.*headwater recover.*move the folder .* away/);
    expect(message).not.toContain("\n");
    expect(await stored()).toEqual(before);
    expect(await refusal()).toBe(message);
  });

  it("of another folder: the start is refused, and no file is touched", async () => {
    await removeDatabase();
    await cp(database(other), database());
    const before = await stored();
    expect(await refusal()).toMatch(
      /belongs to other files .*move this one away and run 'headwater recover'/,
    );
    expect(await stored()).toEqual(before);
  });

  it("of another folder, without a mark on the files: still refused", async () => {
    await removeDatabase();
    await cp(database(other), database());
    await rm(join(data, "files", "store.json"));
    const before = await stored();
    expect(await refusal()).toMatch(/knows none of the files/);
    expect(await stored()).toEqual(before);
  });

  it("starts with a new database when there are no files", async () => {
    await removeDatabase();
    await rm(join(data, "files"), { recursive: true });
    const server = await start();
    expect((await server.call("GET", "/")).body).toEqual([]);
    await server.close();
    await removeDatabase();
    expect(await refusal()).toBe("it started");
  });

  it("adopts files without a mark when the database knows one of them", async () => {
    await rm(join(data, "files", "store.json"));
    const server = await start();
    expect((await server.call("GET", "/")).body).toHaveLength(2);
    await server.close();
    const sqlite = new BetterSqlite(database(), { readonly: true });
    const storeId = sqlite.prepare("select store_id from store").pluck().get();
    sqlite.close();
    expect(JSON.parse(await readFile(join(data, "files", "store.json"), "utf8"))).toEqual({
      store_id: storeId,
    });
  });

  it("an older copy of it: later files are set aside with their sidecars, and come back with the newer database", async () => {
    const older = join(parent, "older.sqlite");
    await cp(database(), older);
    const server = await start();
    const added = await server.ingestAndWait("late.txt", "Came after the copy.");
    await server.close();
    const newer = join(parent, "newer.sqlite");
    await rename(database(), newer);
    await cp(older, database());

    expect(await refusal()).toBe("it started");
    const held = await filesOf(join(data, "holding"));
    expect(held.filter((name) => name !== "store.json")).toHaveLength(2);
    expect((await stored()).filter((name) => !name.endsWith(".json"))).toHaveLength(2);

    await removeDatabase();
    await cp(newer, database());
    const again = await start();
    const { body } = await again.call<{ build_id: string }>("POST", "/reprocess", { file_id: added.file_id });
    expect(await again.waitFor(body.build_id)).toMatchObject({ status: "Completed" });
    await again.close();
    expect(await filesOf(join(data, "holding"))).toEqual(["store.json"]);
  });

  it("bytes that no source uses are set aside, kept for 7 days, and only then removed", async () => {
    const hash = await stray(await projectOf());
    expect(await refusal()).toBe("it started");
    const place = async () =>
      (await readdir(join(data, "holding"))).find((name) => name.endsWith(hash)) ?? "gone";
    expect(await readFile(join(data, "holding", await place(), hash), "utf8")).toBe("stray bytes");
    await refusal();
    const name = await place();
    expect(name).not.toBe("gone");

    const aged = (days: number) => {
      const time = new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(/[-:]/g, "");
      return time + name.slice(time.length);
    };
    const [young, old] = [aged(6.9), aged(7.1)];
    await rename(join(data, "holding", name), join(data, "holding", young));
    await refusal();
    expect(await place()).toBe(young);
    await rename(join(data, "holding", young), join(data, "holding", old));
    await refusal();
    expect(await place()).toBe("gone");
  });

  it("never deletes bytes that another store set aside", async () => {
    await stray(await projectOf());
    await refusal();
    const mark = join(data, "holding", "store.json");
    await writeFile(mark, JSON.stringify({ store_id: randomUUID() }));
    const before = await filesOf(join(data, "holding"));
    expect(await refusal()).toMatch(/holds files of another store .*Move it out/);
    expect(await filesOf(join(data, "holding"))).toEqual(before);
  });

  describe("after a crash in the middle of a deletion", () => {
    const text = "The tower was finished in 1889.";
    const hash = createHash("sha256").update(text).digest("hex");
    let projectId: string;
    beforeEach(async () => {
      projectId = await projectOf();
      const server = await start();
      await server.call("DELETE", "/delete", { file_id: fileId });
      await server.close();
      // The state after a crash between the transaction and the bytes.
      await stray(projectId, text);
      const sqlite = new BetterSqlite(database());
      sqlite.prepare("insert into removed_contents values (?, ?)").run(projectId, hash);
      sqlite.close();
    });
    const traces = async () => (await filesOf(data)).filter((name) => name.includes(hash));

    it("the start finishes it: those bytes are deleted, not set aside", async () => {
      expect(await refusal()).toBe("it started");
      expect(await traces()).toEqual([]);
    });

    it("bytes that were stored again since, unknown to this database, are still set aside", async () => {
      await writeFile(join(data, "files", projectId, hash.slice(0, 2), `${hash}.json`), "{}");
      expect(await refusal()).toBe("it started");
      expect(await traces()).toHaveLength(2);
      expect((await traces()).every((name) => name.startsWith("holding"))).toBe(true);
    });

    it("bytes that another source uses meanwhile stay", async () => {
      const server = await start();
      await server.ingestAndWait("again.txt", text);
      await server.close();
      const sqlite = new BetterSqlite(database());
      sqlite.prepare("insert into removed_contents values (?, ?)").run(projectId, hash);
      sqlite.close();
      expect(await refusal()).toBe("it started");
      expect(await traces()).toHaveLength(2);
      expect((await traces()).every((name) => name.startsWith("files"))).toBe(true);
    });
  });
});

describe("sidecars", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.close());

  const sidecars = async () => {
    const files = join(server.dataFolder, "files");
    const names = (await readdir(files, { recursive: true })).filter((name) =>
      /[0-9a-f]{64}\.json$/.test(name),
    );
    return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(files, name), "utf8"))));
  };

  it("list every source that uses the bytes, with the method of its latest build", async () => {
    const one = await server.ingestAndWait("one.txt", "The same words.");
    const two = await server.ingestAndWait("two.md", "The same words.");
    await server.call("POST", "/reprocess", { file_id: two.file_id, method: "auto" });
    const { store_id } = JSON.parse(await readFile(join(server.dataFolder, "files", "store.json"), "utf8"));
    expect(await sidecars()).toEqual([
      {
        format: 1,
        store_id,
        project: { project_id: expect.any(String), name: "default", created_at: expect.any(String) },
        content_hash: createHash("sha256").update("The same words.").digest("hex"),
        size: 15,
        sources: [
          expect.objectContaining({ file_id: one.file_id, file_name: "one.txt", file_type: "txt" }),
          expect.objectContaining({ file_id: two.file_id, file_name: "two.md", method: "auto" }),
        ],
      },
    ]);
    await server.call("DELETE", "/delete", { file_id: one.file_id });
    expect((await sidecars())[0].sources).toHaveLength(1);
    await server.call("DELETE", "/delete", { file_id: two.file_id });
    expect(await sidecars()).toEqual([]);
  });

  it("are rewritten from the database when they are missing or old", async () => {
    await server.ingestAndWait("one.txt", "First.");
    await server.ingestAndWait("two.txt", "Second.");
    const before = await sidecars();
    await server.stop();
    const files = join(server.dataFolder, "files");
    const paths = (await readdir(files, { recursive: true })).filter((name) =>
      /[0-9a-f]{64}\.json$/.test(name),
    );
    await rm(join(files, paths[0] ?? ""));
    await writeFile(join(files, paths[1] ?? ""), '{"half');
    const again = await startServer({ HEADWATER_DATA: server.dataFolder });
    await expect.poll(sidecars).toEqual(before);
    await again.close();
  });
});
