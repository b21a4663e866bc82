import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import BetterSqlite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  addProcessedSource,
  addProject,
  addSource,
  exampleElements,
} from "../../../testing/contracts/examples.ts";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { newId } from "../../kernel/ids.ts";
import { createCheckpoint } from "./checkpoint.ts";
import { createStores } from "./create-stores.ts";
import { openSqlite } from "./open-database.ts";
import type { Database } from "./schema.ts";

const pragmaOf = async (database: Kysely<Database>, name: string) => {
  const query = { sql: `pragma ${name}`, parameters: [], query: { kind: "RawNode" } };
  const { rows } = await database.executeQuery<Record<string, number>>(query as never);
  return Object.values(rows[0] ?? {})[0];
};

/** Takes back the latest migrations, down to the one that added the words of names. */
const beforeNameWords = `
  drop index builds_under_way;
  drop index builds_in_lane;
  drop index chunk_sets_of_version;
  create index chunk_sets_of_version on chunk_sets (version_id);
  alter table builds drop column trace;
  alter table store drop column words_in;
  drop table project_retention;
  alter table sources drop column original_removed_at;
  drop table streamed_events;
  drop table streamed_runs;
  drop table webhook_deliveries;
  drop table webhooks;
  drop table project_events;
  drop table event_numbers;
  drop table project_usage;
  drop table project_limits;
  drop table audit_entries;
  alter table chunks drop column terms;
  drop table word_changes;
  drop table word_segments;
  drop table word_segment_parts;
  drop table unindexed_sets;
  alter table store drop column sidecars_mended_at;
  drop table flow_versions;
  drop table accepted_run_steps;
  drop table accepted_runs;
  drop table source_tags;
  alter table sources drop column tags;
  drop table flow_node_records;
  drop table flow_runs;
  drop table drawn_set_files;
  drop table drawn_sets;
  drop table flow_revisions;
  drop table flows;
  drop table prompts;
  drop table derived_data;
  drop index chunk_sets_unfinished;
  alter table chunk_sets drop column is_whole;
  drop table embedding_spaces;
  drop table vectors;
  drop table chunk_vectors;
  drop table embedded_sets;
  alter table elements drop column word_boxes;
  drop table kept_answers;
  drop index conversations_latest;
  drop index conversations_by_age;
  alter table conversations drop column title;
  alter table conversations drop column updated_at;
  alter table builds drop column left_out;
  alter table builds drop column task;
  alter table builds drop column method_named;
  alter table builds drop column duplicate_of;
  alter table versions drop column reader;
  alter table versions drop column message;
  alter table versions drop column duplicate_of;
  drop table name_words;
  delete from kysely_migration where name >= '0006'`;

describe("a SQLite database", () => {
  let folder: string;
  let path: string;
  const opened: Kysely<Database>[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-sql-"));
    path = join(folder, "headwater.sqlite");
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.destroy();
    await rm(folder, { recursive: true });
  });

  const open = async () => {
    const database = await openSqlite(path);
    opened.push(database);
    return { database, ...createStores(database, createManualClock()) };
  };
  const close = async () => {
    for (const database of opened.splice(0)) await database.destroy();
  };
  const raw = <T>(work: (sqlite: BetterSqlite.Database) => T): T => {
    const sqlite = new BetterSqlite(path);
    try {
      return work(sqlite);
    } finally {
      sqlite.close();
    }
  };

  it("is made for its owner alone, and keeps what it holds over a restart", async () => {
    const project = await addProject(await open(), "legal");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await close();
    expect(await (await open()).projects.findByName("legal")).toEqual(project);
  });

  it("finds sources by their names that were added before names had words", async () => {
    const stores = await open();
    const { projectId } = await addProject(stores);
    const before = await addProcessedSource(stores, projectId, { fileName: "Coolblue-Rechnung.pdf" });
    await close();
    raw((sqlite) => sqlite.exec(beforeNameWords));
    const { sourceNames } = await open();
    expect(await sourceNames.byTerms(projectId, ["rechnung"], 10)).toEqual([
      { fileId: before.fileId, fileName: "Coolblue-Rechnung.pdf" },
    ]);
  });

  it("has a log that others may read while it is written", async () => {
    await open();
    expect(raw((sqlite) => sqlite.pragma("journal_mode", { simple: true }))).toBe("wal");
    const { database } = await open();
    expect(await pragmaOf(database, "foreign_keys")).toBe(1);
  });

  it("says what is wrong and what to do when the file is no database", async () => {
    await writeFile(path, "These are my holiday notes. ".repeat(200));
    await expect(openSqlite(path)).rejects.toThrow(
      /is damaged .*headwater restore <backup>.*move the database away and run 'headwater recover'/,
    );
  });

  it("says so when the file was cut short", async () => {
    await addProject(await open());
    await close();
    await truncate(path, 8_192);
    await expect(openSqlite(path)).rejects.toThrow(/is damaged/);
  });

  it("refuses tables that a newer Headwater made, and leaves them alone", async () => {
    await open();
    await close();
    raw((sqlite) =>
      sqlite.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')"),
    );
    await expect(openSqlite(path)).rejects.toThrow(/newer Headwater \(migration 9999-later\)/);
    raw((sqlite) => sqlite.exec("delete from kysely_migration where name = '9999-later'"));
    expect(await (await open()).projects.list()).toEqual([]);
  });

  it("says that the disk is full, and goes on once there is room", async () => {
    const stores = await open();
    const project = await addProject(stores);
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(stores.database);
    // SQLite refuses to grow a file past this, as it does on a full disk.
    await sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count}`).execute(stores.database);
    const fileName = "x".repeat(100_000);
    await expect(addSource(stores, project.projectId, { fileName })).rejects.toMatchObject({
      code: "SQLITE_FULL",
    });
    await sql.raw("pragma max_page_count = 1000000").execute(stores.database);
    await addSource(stores, project.projectId, { fileName });
    expect(await stores.sources.findByName(project.projectId, fileName)).toHaveLength(1);
  });

  it("leaves nothing of a migration that failed half-way, so that the next start can try again", async () => {
    raw((sqlite) => sqlite.exec("create table chunks (in_the_way text)"));
    await expect(openSqlite(path)).rejects.toThrow(/could not be migrated \(0001-initial\)/);
    raw((sqlite) => sqlite.exec("drop table chunks"));
    expect(await (await open()).projects.list()).toEqual([]);
  });

  it("keeps the two latest copies made before migrations, and says where the new one is", async () => {
    await addProject(await open(), "legal");
    await close();
    raw((sqlite) => sqlite.exec(beforeNameWords));
    for (const name of ["0000-a", "0004-b", "0005-c"]) await writeFile(`${path}.before-${name}`, "older");
    const copies: string[] = [];
    await (await openSqlite(path, { onCopy: (copy) => copies.push(copy) })).destroy();
    expect(copies).toEqual([`${path}.before-0006-name-words`]);
    expect((await stat(copies[0] ?? "")).mode & 0o777).toBe(0o600);
    const kept = (await readdir(folder)).filter((name) => name.includes("before-"));
    expect(kept.sort()).toEqual([
      "headwater.sqlite.before-0005-c",
      "headwater.sqlite.before-0006-name-words",
    ]);
    expect(await (await open()).projects.findByName("legal")).not.toBeNull();
    expect(copies).toHaveLength(1);
  });

  it("has small pages, and gets them with its migrations when it was made with larger ones", async () => {
    const pageBytes = () => raw((sqlite) => sqlite.pragma("page_size", { simple: true }));
    await addProject(await open(), "legal");
    await close();
    expect(pageBytes()).toBe(1_024);
    raw((sqlite) => {
      sqlite.exec(beforeNameWords);
      sqlite.pragma("journal_mode = delete");
      sqlite.pragma("page_size = 4096");
      sqlite.exec("vacuum");
    });
    expect(pageBytes()).toBe(4_096);
    expect(await (await open()).projects.findByName("legal")).not.toBeNull();
    expect(pageBytes()).toBe(1_024);
    expect(raw((sqlite) => sqlite.pragma("journal_mode", { simple: true }))).toBe("wal");
  });

  it("is opened by several processes' worth of connections at once", async () => {
    const stores = await Promise.all([open(), open(), open()]);
    await Promise.all(stores.map((each, index) => addProject(each, `project ${index}`)));
    expect(await (await open()).projects.list()).toHaveLength(3);
  });

  it("waits for another process's write without keeping the thread from other work", async () => {
    const stores = await open();
    const other = new BetterSqlite(path);
    other.exec("begin immediate");
    const waiting = addProject(stores, "patient");
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(other.prepare("select count(*) from projects").pluck().get()).toBe(0);
    other.exec("commit");
    other.close();
    const project = await waiting;
    expect(await stores.projects.list()).toEqual([project]);
  });

  it("keeps every acknowledged build when the process is killed", async () => {
    const script = `
      import { openSqlite } from ${JSON.stringify(new URL("./open-database.ts", import.meta.url).href)};
import { createStores } from ${JSON.stringify(new URL("./create-stores.ts", import.meta.url).href)};
      import { addProject, addSource } from ${JSON.stringify(new URL("../../../testing/contracts/examples.ts", import.meta.url).href)};
      const stores = createStores(await openSqlite(${JSON.stringify(path)}), { now: () => new Date() });
      const { projectId } = await addProject(stores);
      for (;;) {
        const { buildId } = await addSource(stores, projectId);
        process.stdout.write(projectId + " " + buildId + "\\n");
      }`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const acknowledged: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line);
      if (acknowledged.length === 40) child.kill("SIGKILL");
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect(child.signalCode).toBe("SIGKILL");
    const { builds } = await open();
    for (const line of acknowledged) {
      const [projectId = "", buildId = ""] = line.split(" ");
      expect(await builds.find(projectId, buildId)).toMatchObject({ buildId, status: "Pending" });
    }
  });

  it("finishes at the next start what a crash cut short in the middle of a removal", async () => {
    const stores = await open();
    const { projectId } = await addProject(stores);
    const removed = await addProcessedSource(stores, projectId, { elements: 2_000, chunks: 400 });
    const kept = await addProcessedSource(stores, projectId);
    const askedAt = new Date();
    const turn = { question: "q", resolvedQuestion: "q", answer: "a", fileIds: [removed.fileId], askedAt };
    await stores.conversations.append(projectId, newId(), turn);
    const rows = (table: string) =>
      raw((sqlite) => sqlite.prepare(`select count(*) from ${table}`).pluck().get() as number);

    const removal = stores.sources.remove(projectId, removed.fileId).then(
      () => "finished",
      () => "cut short",
    );
    while (rows("elements") > 1_500) await new Promise(setImmediate);
    await close();
    expect(await removal).toBe("cut short");
    expect(rows("elements")).toBeGreaterThan(kept.elements.length);

    const after = await open();
    await expect(after.elements.list(removed.versionId, {})).rejects.toThrow("removed");
    const { versionId } = removed;
    const references = removed.elements.map(({ elementId }) => ({ versionId, elementId }));
    expect(await after.elements.located(references)).toEqual([]);
    await after.sources.clearLeftovers();
    expect(rows("elements")).toBe(kept.elements.length);
    expect(rows("chunks")).toBe(kept.chunks.length);
    expect(rows("versions")).toBe(1);
    expect(rows("turns")).toBe(0);
    expect(rows("turn_sources")).toBe(0);
    expect((await after.elements.list(kept.versionId, {})).items).toEqual(kept.elements);
  });

  it("keeps nothing in its log once that was emptied, also for callers that come at once", async () => {
    const stores = await open();
    await addProject(stores, "legal");
    expect((await stat(`${path}-wal`)).size).toBeGreaterThan(0);
    const { empty } = createCheckpoint(stores.database);
    const [first, second, third] = [empty(), empty(), empty()];
    expect(second).toBe(first);
    await Promise.all([first, second, third]);
    expect((await stat(`${path}-wal`)).size).toBe(0);
    await addProject(stores, "sales");
    await empty();
    expect((await stat(`${path}-wal`)).size).toBe(0);
  });

  it("lets callers go on while others read from the log, says so, and empties it later", async () => {
    const stores = await open();
    await addProject(stores, "legal");
    const reader = new BetterSqlite(path);
    reader.exec("begin");
    reader.prepare("select count(*) from projects").get();
    await addProject(stores, "sales");
    const left: unknown[] = [];
    const { empty, close: closeCheckpoint } = createCheckpoint(stores.database, {
      onLeft: (error) => left.push(error),
      pauses: [1, 1],
      laterMs: 5,
    });
    // Keeps the process alive: the checkpoint's timer does not.
    const alive = setInterval(() => {}, 1_000);
    await empty();
    await empty();
    expect(left.map(String)).toEqual(["Error: Others were reading from the write-ahead log"]);
    expect((await stat(`${path}-wal`)).size).toBeGreaterThan(0);
    reader.close();
    await expect.poll(async () => (await stat(`${path}-wal`)).size).toBe(0);
    clearInterval(alive);
    closeCheckpoint();
  });

  it("answers other questions between the slices of a large version", async () => {
    const stores = await open();
    const { projectId } = await addProject(stores);
    const { fileId } = await addProcessedSource(stores, projectId);
    const versionId = newId();
    await stores.elements.beginVersion({ versionId, fileId, method: "fast" });
    let finished = false;
    const writing = stores.elements.addElements(versionId, exampleElements(2_000)).then(() => {
      finished = true;
    });
    let answers = 0;
    while (!finished) {
      expect(await stores.sources.find(projectId, fileId)).not.toBeNull();
      answers += 1;
      await new Promise(setImmediate);
    }
    await writing;
    expect(answers).toBeGreaterThanOrEqual(15);
  });
});
