import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { fillStore, readStore } from "../testing/full-store.ts";
import { type PostgresServer, postgresFolders, startPostgres } from "../testing/postgres-server.ts";
import { runCommand } from "../testing/run-command.ts";
import { needsS3, type S3Server, startS3 } from "../testing/s3-server.ts";
import { cleanEnvironment, serverEntry } from "../testing/service-process.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

/** The beginning of a line that a move prints, and how often before it is killed. */
type Step = [words: string, times: number];

/** Runs a move and kills it at a step. False when it ended before. */
async function killMoveAt([words, times]: Step, args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [serverEntry, "move", ...args], {
    cwd: tmpdir(),
    env: { ...cleanEnvironment(), ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let seen = 0;
  const ended = once(child, "close");
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith(words)) seen += 1;
    if (seen === times) child.kill("SIGKILL");
  });
  const [, signal] = await ended;
  return signal === "SIGKILL";
}

needs("postgres", postgresFolders())("headwater move", () => {
  needsS3("with files on S3, and killed in each of its steps", () => {
    let postgres: PostgresServer;
    let s3: S3Server;
    let root: string;
    let old: TestServer;
    const at = (name: string) => join(root, name);
    const start = (folder: string, more: Record<string, string> = {}) =>
      startServer({ HEADWATER_AUDIT: "on", HEADWATER_DATABASE: "", HEADWATER_DATA: at(folder), ...more });
    const steps: Step[] = [
      ["Moving", 1],
      ["Copying rows", 1],
      ["Copying files", 1],
      ["Comparing files", 1],
      ["Comparing rows", 1],
      ["Copying rows", 2],
      ["Comparing rows", 2],
    ];

    beforeAll(async () => {
      [postgres, s3, root] = await Promise.all([
        startPostgres(),
        startS3(),
        mkdtemp(join(tmpdir(), "headwater-move-long-")),
      ]);
      old = await start("old");
      await fillStore(old);
      for (let index = 0; index < 40; index += 1)
        await old.ingestAndWait(`note ${index}.txt`, `The keeper of island ${index} wrote note ${index}.`);
    }, 300_000);
    afterAll(async () => {
      await old?.close();
      await Promise.all([postgres?.stop(), s3?.stop()]);
      await rm(root, { recursive: true, force: true });
    });

    it("reaches PostgreSQL and S3 whole, and a folder again from there", async () => {
      const before = await readStore(old);
      const fleet = {
        HEADWATER_DATABASE: await postgres.createDatabase(),
        HEADWATER_FILES: await s3.createBucket(),
        ...s3.keys,
      };
      const there = { HEADWATER_DATA: at("old"), ...fleet };
      for (const step of steps) expect(await killMoveAt(step, [], there), String(step)).toBe(true);
      expect(await runCommand(["move"], at("old"), fleet)).toMatchObject({ code: 0, stderr: "" });
      const moved = await start("process", fleet);
      expect(await readStore(moved)).toEqual(before);
      const doctor = await runCommand(["doctor", "--hashes"], at("process"), fleet);
      expect(doctor.stdout).not.toContain("FAIL");

      // A service is running there.
      const back = ["--back", at("back")];
      for (const step of steps)
        expect(await killMoveAt(step, back, { HEADWATER_DATA: at("process"), ...fleet }), String(step)).toBe(
          true,
        );
      await expect(moved.ingest("late.txt", "Too late.")).rejects.toMatchObject({ status: 503 });
      expect(await runCommand(["move", ...back], at("process"), fleet)).toMatchObject({
        code: 0,
        stderr: "",
      });
      await moved.stop();
      const returned = await start("back");
      expect(await readStore(returned)).toEqual(before);
      await returned.stop();
      expect((await runCommand(["doctor", "--hashes"], at("back"))).stdout).not.toContain("FAIL");
      expect(await runCommand(["audit", "verify"], at("back"))).toMatchObject({ code: 0 });
    }, 600_000);

    it("refuses a bucket with files of another store, and leaves them", async () => {
      const bucket = await s3.createBucket();
      const other = await start("other", { HEADWATER_FILES: bucket, ...s3.keys });
      await other.ingestAndWait("theirs.txt", "Theirs.");
      await other.stop();
      const refused = await runCommand(
        ["move", "--to-database", await postgres.createDatabase(), "--to-files", bucket],
        at("back"),
        s3.keys,
      );
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("files of another store") });
      // Nor was the store marked that was to be moved.
      await (await start("back")).stop();
    });
  });
});
