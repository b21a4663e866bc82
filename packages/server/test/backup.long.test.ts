import { chmod, cp, mkdir, mkdtemp, open, readdir, rm, stat, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { runCommand, runReadOnly } from "../testing/run-command.ts";
import { createServiceCaller } from "../testing/service-caller.ts";
import { startServiceProcess } from "../testing/service-process.ts";
import { startServer } from "../testing/start-server.ts";

const token = "test-token-0123456789";
const question = "Who keeps the lighthouse?";

/** Overwrites pages in the middle with zeros. */
async function damage(database: string): Promise<void> {
  const file = await open(database, "r+");
  const { size } = await file.stat();
  await file.write(Buffer.alloc(16_384), 0, 16_384, Math.floor(size / 2 / 4_096) * 4_096);
  await file.close();
}

describe("backup, restore and doctor", () => {
  let parent: string;
  let data: string;
  let backup: string;
  /** The folder as the stopped service left it. */
  let stopped: string;
  let listed: unknown[];
  let answer: string;
  const at = (name: string) => join(parent, name);
  /** In a process of its own, which can be killed and says what it complains about. */
  const startProcess = (dataFolder: string) => startServiceProcess({ dataFolder, token });
  const start = (dataFolder: string) => startServer({ HEADWATER_DATA: dataFolder, HEADWATER_TOKEN: token });
  const copyOf = async (folder: string, name: string): Promise<string> => {
    await cp(folder, at(name), { recursive: true, preserveTimestamps: true });
    return at(name);
  };
  const namesIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "headwater-backup-"));
    data = at("data");
    backup = at("backup");
    const service = await start(data);
    const caller = createServiceCaller(service, token);
    for (let number = 0; number < 8; number += 1) {
      const text = `# Station ${number}\n\nMartha Quinn keeps the lighthouse of station ${number}.\n`;
      await caller.waitForBuild(await caller.ingest(`station-${number}.md`, Buffer.from(text)), 60_000);
    }
    answer = (await caller.ask(question)).answer;
    listed = await caller.sources();
    const taken = await runCommand(["backup", backup], data);
    expect(taken, taken.stderr).toMatchObject({ code: 0 });
    expect(taken.stdout).toMatch(
      /Backed up 8 sources of 1 project with 8 files and 1 conversation: .* in .* s\.\nLeft out: the search index/,
    );
    const beside = await runCommand(["doctor"], data);
    expect(beside.stdout).toContain("ok    shutdown: the service is running");
    expect(beside.code, beside.stdout).toBe(0);
    const refused = await runCommand(["restore", backup], data);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("in use by a running service"),
    });
    await service.stop();
    stopped = data;
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  it("a backup is private, and holds no index", async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
    expect(await readdir(backup)).toEqual(
      expect.arrayContaining(["files", "headwater.sqlite", "manifest.json", "token", "version"]),
    );
    expect(await readdir(backup)).not.toContain("index");
  });

  it("a folder that was there, empty, becomes private", async () => {
    for (const name of ["made", "made-data"]) {
      await mkdir(at(name));
      await chmod(at(name), 0o755);
    }
    const folder = await copyOf(stopped, "to-make");
    expect(await runCommand(["backup", at("made")], folder)).toMatchObject({ code: 0 });
    expect(await runCommand(["restore", at("made")], at("made-data"))).toMatchObject({ code: 0 });
    for (const name of ["made", "made-data"]) expect((await stat(at(name))).mode & 0o777).toBe(0o700);
  });

  it("a restore never writes into a folder that holds anything", async () => {
    await mkdir(at("occupied"));
    await writeFile(at("occupied/notes.txt"), "mine");
    const { code, stderr } = await runCommand(["restore", backup], at("occupied"));
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("is not empty") });
    expect(await readdir(at("occupied"))).toEqual(["notes.txt"]);
  });

  it("--dry-run says what would be done, and writes nothing", async () => {
    const folder = await copyOf(stopped, "to-look-at");
    const would = await runCommand(["backup", at("dry"), "--dry-run"], folder);
    expect(would).toMatchObject({ code: 0, stdout: expect.stringContaining("Would back up") });
    const wouldToo = await runCommand(["restore", backup, "--dry-run"], at("dry"));
    expect(wouldToo).toMatchObject({ code: 0, stdout: expect.stringContaining("Would restore 8 sources") });
    expect(await readdir(parent)).not.toContain("dry");
  });

  it("a restored folder starts with every source and answers as before", async () => {
    const restored = await runCommand(["restore", backup], at("restored"));
    expect(restored, restored.stderr).toMatchObject({ code: 0 });
    expect(restored.stdout).toMatch(/what was deleted after that is back/);
    const service = await start(at("restored"));
    const caller = createServiceCaller(service, token);
    expect(await caller.sources()).toEqual(listed);
    expect((await caller.ask(question)).answer).toBe(answer);
    await service.stop();
    const looked = await runCommand(["doctor"], at("restored"));
    expect(looked.stdout).toMatch(/ok {4}shutdown: stopped cleanly at/);
    expect(looked.code, looked.stdout).toBe(0);
  });

  it("an interrupted restore starts again, and until then no service starts in that folder", async () => {
    const folder = at("interrupted");
    await mkdir(join(folder, "restoring", "files"), { recursive: true });
    await writeFile(join(folder, "restore-unfinished"), "");
    await writeFile(join(folder, "restoring", "headwater.sqlite"), "half");
    const serve = await runCommand(["serve"], folder);
    expect(serve.stderr).toMatch(
      /was interrupted or is under way\. Run 'headwater restore' again: it starts over/,
    );
    expect(await runCommand(["restore", backup], folder)).toMatchObject({ code: 0 });
    expect(await readdir(folder)).not.toContain("restoring");
    expect((await runCommand(["doctor"], folder)).code).toBe(0);
  });

  it("a file that is missing or differs is named before anything is written", async () => {
    const broken = await copyOf(backup, "broken");
    await damage(join(broken, "headwater.sqlite"));
    const { code, stderr } = await runCommand(["restore", broken], at("never"));
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^headwater: The backup is damaged: headwater\.sqlite has other bytes .* Nothing was restored; use another backup\.\n$/,
    );
    expect(await readdir(parent)).not.toContain("never");
  });

  it.each([
    ["in the data folder", () => join(stopped, "backup"), /lies in the data folder itself/],
    ["a backup already", () => backup, /holds a backup already/],
    ["not empty", () => parent, /is not empty/],
    ["a file", () => join(backup, "manifest.json"), /is a file, or lies under one/],
  ])("a target that is %s is refused with one line", async (_case, target, line) => {
    const { code, stderr } = await runCommand(["backup", target()], stopped);
    expect(code).toBe(2);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("the service does not start in a backup", async () => {
    const { code, stderr } = await runCommand(["serve"], backup);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /is a backup, not a data folder\. Set HEADWATER_DATA to a new folder and run: headwater restore/,
    );
  });

  it("a killed service starts again with one line that says the folder was checked, a stopped one without", async () => {
    const folder = await copyOf(stopped, "killed");
    const first = await startProcess(folder);
    expect(first.complaints()).toBe("");
    await first.kill();
    const second = await startProcess(folder);
    expect(second.complaints().split("\n")[0]).toMatch(
      /no mark of a clean shutdown: the database and 8 files \([^)]+\) were checked and are sound/,
    );
    await second.stop();
    expect(await readdir(folder)).toContain("clean-shutdown.json");
  });

  it("a damaged folder is refused before anything is written, whether it was marked or not", async () => {
    const folder = await copyOf(stopped, "damaged");
    await damage(join(folder, "headwater.sqlite"));
    const before = await namesIn(folder);
    for (const marked of [true, false]) {
      if (!marked) await unlink(join(folder, "clean-shutdown.json"));
      const { code, stderr } = await runCommand(["serve"], folder);
      expect(code).toBe(1);
      expect(stderr).toMatch(/is damaged.*'headwater restore.*'headwater recover'/);
    }
    const looked = await runCommand(["doctor"], folder);
    expect(looked.code).toBe(1);
    expect(looked.stdout).toMatch(/FAIL {2}database: 1 damage:\n +headwater\.sqlite[ :]/);
    const repaired = await runCommand(["doctor", "--repair"], folder);
    expect(repaired).toMatchObject({ code: 2, stderr: expect.stringMatching(/can't be repaired/) });
    const kept = (await namesIn(folder)).filter((name) => !/-(wal|shm)$/.test(name));
    expect(kept).toEqual(before.filter((name) => name !== "clean-shutdown.json"));
  });

  it("a folder in which damage was found beside the service has no mark of a clean shutdown", async () => {
    const folder = await copyOf(stopped, "changed-bytes");
    const [blob] = (await namesIn(join(folder, "files"))).filter((name) => /[0-9a-f]{64}$/.test(name));
    const path = join(folder, "files", blob ?? "");
    await writeFile(path, Buffer.alloc((await stat(path)).size, "x"));
    await unlink(join(folder, "clean-shutdown.json"));
    const service = await startProcess(folder);
    await expect.poll(service.complaints).toContain("The data folder is damaged");
    await service.stop();
    expect(await readdir(folder)).not.toContain("clean-shutdown.json");
  });

  it("a folder that lost a file is refused, and started once the operator accepts the loss", async () => {
    const folder = await copyOf(stopped, "lost");
    const [blob] = (await namesIn(join(folder, "files"))).filter((name) => /[0-9a-f]{64}$/.test(name));
    await unlink(join(folder, "files", blob ?? ""));
    await unlink(join(folder, "clean-shutdown.json"));
    expect((await runCommand(["serve"], folder)).stderr).toContain(`files/${blob} is missing`);
    const looked = await runCommand(["doctor"], folder);
    expect(looked).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(`files/${blob} is missing\n +lost: .*station-.*\n +do: `),
    });
    const taken = await runCommand(["backup", at("with-loss")], folder);
    expect(taken).toMatchObject({ code: 1, stdout: expect.stringContaining(`missing  files/${blob}`) });
    await runCommand(["doctor", "--repair", "--accept-missing"], folder);
    const service = await start(folder);
    await service.stop();
  });

  needs("bwrap")("on a read-only disk", () => {
    it("a folder is backed up and examined, whether its service was stopped or killed", async () => {
      for (const how of ["stopped", "killed"] as const) {
        const folder = await copyOf(stopped, `read-only-${how}`);
        if (how === "killed") {
          const service = await startProcess(folder);
          const caller = createServiceCaller(service, token);
          await caller.waitForBuild(await caller.ingest("late.md", Buffer.from("It came late.")), 60_000);
          await service.kill();
          await unlink(join(folder, "headwater.sqlite-shm"));
        }
        const before = await namesIn(folder);
        const taken = await runReadOnly(["backup", at(`from-${how}`)], folder);
        expect(taken, taken.stderr).toMatchObject({ code: 0 });
        expect(taken.stdout).toContain(`Backed up ${how === "killed" ? 9 : 8} sources`);
        expect((await runReadOnly(["doctor"], folder)).stdout).toContain(
          "ok    database: tables, pages, keys and rows",
        );
        expect(await namesIn(folder)).toEqual(before);
        expect(await runCommand(["restore", at(`from-${how}`)], at(`back-${how}`))).toMatchObject({
          code: 0,
        });
      }
    });
  });

  it("doctor exits with 2 when there is nothing to examine, and creates nothing", async () => {
    const { code, stdout } = await runCommand(["doctor"], at("nowhere"));
    expect(code).toBe(2);
    expect(stdout).toMatch(/\? {5}data folder: can't be looked at: .* is missing or can't be read/);
    expect(await readdir(parent)).not.toContain("nowhere");
  });

  it("doctor --repair rebuilds a search index that can't be read, and the documents are found again", async () => {
    const folder = await copyOf(stopped, "index");
    const database = new BetterSqlite(join(folder, "headwater.sqlite"));
    // Without the mark of the clean stop nothing says that the database was changed.
    await rm(join(folder, "clean-shutdown.json"));
    database.exec("insert into word_segments select 'no segment', project_id, 1 from projects");
    database.close();
    expect((await runCommand(["doctor"], folder)).stdout).toMatch(/FAIL {2}index: can't be read/);
    const repaired = await runCommand(["doctor", "--repair"], folder);
    expect(repaired.stdout).toContain("Removed the search index");
    const service = await start(folder);
    expect((await createServiceCaller(service, token).ask(question)).answer).toBe(answer);
    await service.stop();
  });
});
