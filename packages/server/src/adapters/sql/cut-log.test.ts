import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCut, keepCutLog } from "./cut-log.ts";

const commits = 12;
const frameBytes = 24 + 4_096;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-cut-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The database of a process that was killed after 12 commits of a row each, so that its log is whole. */
function killed(name: string): string {
  const path = join(folder, name);
  const writer = new BetterSqlite(`${path}.running`);
  writer.pragma("journal_mode = WAL");
  writer.exec("create table notes (text text)");
  writer.pragma("wal_checkpoint(restart)");
  for (let number = 0; number < commits; number += 1)
    writer.prepare("insert into notes values (?)").run(`note ${number}`);
  for (const end of ["", "-wal"]) copyFileSync(`${path}.running${end}`, `${path}${end}`);
  writer.close();
  return path;
}

function changeByte(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0x01;
  writeFileSync(path, bytes);
}

const notesIn = (path: string): number => {
  const database = new BetterSqlite(path);
  try {
    return database.prepare<[], number>("select count(*) from notes").pluck().get() ?? 0;
  } finally {
    database.close();
  }
};

describe("a write-ahead log", () => {
  it("of a process that was killed is whole", () => {
    const path = killed("whole");
    expect(findCut(path)).toBeNull();
    expect(notesIn(path)).toBe(commits);
  });

  it("that a crash has cut in the last commit is no damage", () => {
    const path = killed("cut");
    truncateSync(`${path}-wal`, readFileSync(`${path}-wal`).length - 100);
    expect(findCut(path)).toBeNull();
  });

  it.each([
    ["a page of its frame 5", 32 + 4 * frameBytes + 300, 5],
    ["the head of its frame 5", 32 + 4 * frameBytes + 5, 5],
    ["its own head", 20, 1],
  ])(
    "with one bit changed in %s names the frame, and the commits that SQLite leaves out",
    (_case, at, frame) => {
      const path = killed(`bit-${at}`);
      changeByte(`${path}-wal`, at);
      const cut = findCut(path);
      expect(cut?.frame).toBe(frame);
      const copy = keepCutLog(path, new Date("2026-01-02T03:04:05.678Z"));
      expect(cut?.lostCommits).toBeGreaterThan(0);
      expect(notesIn(path)).toBeLessThan(commits);
      expect(copy).toBe(`${path}-wal.lost-20260102T030405.678Z`);
      expect(existsSync(copy)).toBe(true);
    },
  );

  it("that is not there is no damage", () => {
    expect(findCut(join(folder, "none"))).toBeNull();
  });
});
