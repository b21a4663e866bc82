import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { removeStoreMove, writeStoreMove } from "../src/adapters/sql/move/store-move.ts";
import { connectSqlite } from "../src/adapters/sql/open-database.ts";
import { verifyAuditLog } from "../src/cli/audit.ts";
import { doctor } from "../src/cli/doctor.ts";
import { type MoveOptions, move } from "../src/cli/move.ts";
import type { Terminal } from "../src/cli/terminal.ts";
import { createProjectToken } from "../src/cli/token.ts";
import { cancelStoreMove, openMove } from "../src/compose/move/index.ts";
import { folderBytes } from "../testing/folder-bytes.ts";
import { fillStore, readStore } from "../testing/full-store.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../testing/postgres-server.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const breakOff = (step: string) => {
  if (step === "checking rows") throw new Error("broken off");
};

needs("postgres", postgresFolders())("headwater move", () => {
  let postgres: PostgresServer;
  let root: string;
  let database: string;
  let before: Record<string, unknown>;
  let old: TestServer;
  const at = (name: string) => join(root, name);
  const start = (folder: string, more: Record<string, string> = {}) =>
    startServer({ HEADWATER_AUDIT: "on", HEADWATER_DATABASE: "", HEADWATER_DATA: at(folder), ...more });
  /** Runs a command here and answers what it prints. Starting a process for each would take seconds. */
  const run = async (
    folder: string,
    environment: Record<string, string>,
    command: (terminal: Terminal) => Promise<unknown>,
  ) => {
    let text = "";
    const stdout = { write: (written: string) => (text = text.concat(written)) };
    await command({
      stdout: stdout as never,
      environment: { HEADWATER_DATA: at(folder), HEADWATER_EMBEDDING_MODEL: "none", ...environment },
    });
    return text;
  };
  const runMove = (folder: string, options: MoveOptions, environment: Record<string, string> = {}) =>
    run(folder, environment, (terminal) => move(terminal, options));
  const requireSound = async (folder: string, environment: Record<string, string> = {}) => {
    await run(folder, environment, (terminal) => doctor(terminal, { hashes: true }));
    await run(folder, environment, (terminal) => verifyAuditLog(terminal, {}));
  };
  const inOld = () => ({ dataFolder: at("old"), postgres: null, files: null });
  const inNew = () => ({ dataFolder: at("new"), postgres: database, files: null });

  beforeAll(async () => {
    [postgres, root] = await Promise.all([startPostgres(), mkdtemp(join(tmpdir(), "headwater-move-test-"))]);
    database = await postgres.createDatabase();
    old = await start("old");
    await fillStore(old);
    before = await readStore(old);
  }, 240_000);
  afterAll(async () => {
    await old?.stop();
    await postgres?.stop();
    await rm(root, { recursive: true, force: true });
  });

  it("says what is missing, and changes nothing", async () => {
    await expect(runMove("old", {})).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("--to-database"),
    });
    await expect(runMove("old", { toDatabase: database })).rejects.toThrow("--to-files");
    await expect(runMove("old", { back: at("x") })).rejects.toThrow("set that");
    const unknown = { file_id: "0b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10", method: "fast" };
    expect((await old.call("POST", "/reprocess", unknown)).status).toBe(404);
  });

  it("refuses uploads from the mark on, while documents that are being read are waited for", async () => {
    const marked = connectSqlite(join(at("old"), "headwater.sqlite"));
    const ends = { place: "there", filesPlace: "there", startedAt: "now" };
    await writeStoreMove(marked, { ...ends, moveId: "m", state: "preparing" });
    await expect(old.ingest("early.txt", "Too early.")).rejects.toMatchObject({ status: 503 });
    await removeStoreMove(marked);
    await marked.destroy();
  });

  it("leaves a service that answers and changes nothing, when it is broken off", async () => {
    const broken = await openMove(inOld(), inNew());
    await expect(broken.run(breakOff)).rejects.toThrow("broken off");
    await broken.close();

    const kept = await folderBytes(at("old/files"));
    const file_id = (before.sources as { file_id: string }[])[0]?.file_id;
    const refused = await old.fetch(`${old.baseUrl}/delete`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${old.token}`, "content-type": "application/json" },
      body: JSON.stringify({ file_id }),
    });
    expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toEqual([
      503,
      "60",
      expect.objectContaining({ detail: expect.stringContaining("is being moved to another place") }),
    ]);
    await expect(old.ingest("late.txt", "Too late.")).rejects.toMatchObject({ status: 503 });
    // Refused before anything is written: neither bytes nor what lies beside them.
    expect(await folderBytes(at("old/files"))).toBe(kept);
    const { body } = await old.call<{ answer: string }>("POST", "/ask-sources", {
      question: "Which lamp costs 60?",
    });
    expect(body.answer).toContain("copper");
    const ran = await old.fetch(`${old.origin}/flows/lamps`, {
      method: "POST",
      headers: { authorization: `Bearer ${old.token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: "Who lit the lamp?" }),
    });
    expect(ran.status).toBe(200);
    // Neither by another way: the database itself refuses.
    const created = run("old", {}, (terminal) => createProjectToken(terminal, "late", {}));
    await expect(created).rejects.toThrow("it is being moved, or was");
    await expect(start("new", { HEADWATER_DATABASE: database })).rejects.toThrow(
      /is being filled from .*'headwater move' again/,
    );
  });

  it("goes on, copies what was asked meanwhile, compares all, and names the new settings", async () => {
    before = await readStore(old);
    const printed = await runMove("old", { toDatabase: database, toFiles: at("new") });
    expect(printed).toContain("Every row and every byte was compared.");
    expect(printed).toContain(`HEADWATER_DATA=${at("new")}`);
    expect(printed).toMatch(/HEADWATER_DATABASE=postgres:\/\/headwater:…@.*\(with its password\)/);
    expect(printed).not.toContain(new URL(database.replace("@/", "@localhost/")).password);
    // A second time it says the same. The address may be a variable.
    const again = await runMove("old", { toFiles: at("new") }, { HEADWATER_DATABASE: database });
    expect(again).toContain("Every row");
    await expect(runMove("old", { toDatabase: database, toFiles: at("third") })).rejects.toThrow(
      `with files in ${at("new")}`,
    );
  });

  it("keeps everything that a client sees, and what doctor and the audit chain look at", async () => {
    const moved = await start("new", { HEADWATER_DATABASE: database });
    try {
      expect(await readStore(moved)).toEqual(before);
      await moved.ingestAndWait("new.txt", "The new place takes new documents.");
    } finally {
      await moved.stop();
    }
    await requireSound("new", { HEADWATER_DATABASE: database });
  });

  it("keeps the old place as it was, which is only started after --cancel", async () => {
    await old.stop();
    await expect(start("old")).rejects.toThrow(/was moved to The PostgreSQL database .*--cancel/);
    expect(await runMove("old", { cancel: true })).toContain("is cancelled");
    old = await start("old");
    expect(await readStore(old)).toEqual(before);
    await old.ingestAndWait("back.txt", "The old place takes documents again.");
    await expect(runMove("old", { toDatabase: database, toFiles: at("new") })).rejects.toThrow(
      "has the data of this store already",
    );
  });

  it("moves back into a new folder, and into no other", async () => {
    const there = { HEADWATER_DATABASE: database };
    const ends = [inNew(), { dataFolder: at("half"), postgres: null, files: null }] as const;
    const half = await openMove(...ends);
    await expect(half.run(breakOff)).rejects.toThrow("broken off");
    await half.close();
    // What it has copied may be out of date once the store was changed again.
    await cancelStoreMove(inNew());
    const again = await openMove(...ends);
    await expect(again.run(() => {})).rejects.toThrow(/has the beginning of another move/);
    await again.close();
    await expect(runMove("new", { back: at("old") }, there)).rejects.toThrow("in use by another process");
    expect(await runMove("new", { back: at("back") }, there)).toContain(`HEADWATER_DATA=${at("back")}`);
    const returned = await start("back");
    try {
      const { body } = await returned.call<{ answer: string }>("POST", "/ask-sources", {
        question: "What does the new place take?",
      });
      expect(body.answer).toContain("new documents");
    } finally {
      await returned.stop();
    }
    await requireSound("back");
  });
});
