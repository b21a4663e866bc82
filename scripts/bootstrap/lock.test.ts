import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, utimesSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeIn } from "../testing/temporary-folder.ts";
import { takeLock } from "./lock.mjs";

const quick = { pollMs: 5, timeoutMs: 5_000 };

/** The id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

test("the second waits for the first, and says so once", async () => {
  const file = join(temporaryFolder(), "prepare.lock");
  const order: string[] = [];
  const releaseFirst = await takeLock(file, quick);
  const onWait = () => {
    order.push("waits");
    setImmediate(() => {
      order.push("first released");
      releaseFirst();
    });
  };
  const second = takeLock(file, { ...quick, onWait }).then((release) => {
    order.push("second");
    return release;
  });
  (await second)();
  expect(order).toEqual(["waits", "first released", "second"]);
  expect(existsSync(file)).toBe(false);
});

test("a lock whose process is gone is taken over", async () => {
  const folder = temporaryFolder();
  const file = writeIn(folder, "prepare.lock", JSON.stringify({ pid: deadPid(), host: hostname() }));
  const release = await takeLock(file, quick);
  expect(JSON.parse(readFileSync(file, "utf8")).pid).toBe(process.pid);
  release();
  expect(existsSync(file)).toBe(false);
});

test("a lock without a heartbeat for a long time is taken over, whatever it contains", async () => {
  const file = writeIn(temporaryFolder(), "prepare.lock", "{ cut sh");
  utimesSync(file, new Date(0), new Date(0));
  (await takeLock(file, quick))();
});

test("when many find an abandoned lock, one at a time has it", async () => {
  const file = writeIn(
    temporaryFolder(),
    "prepare.lock",
    JSON.stringify({ pid: deadPid(), host: hostname() }),
  );
  let holders = 0;
  let maxHolders = 0;
  const work = async () => {
    const release = await takeLock(file, quick);
    holders += 1;
    maxHolders = Math.max(maxHolders, holders);
    await new Promise((resolve) => setImmediate(resolve));
    holders -= 1;
    release();
  };
  await Promise.all([work(), work(), work(), work()]);
  expect(maxHolders).toBe(1);
});

test("waiting ends with a message that names the file", async () => {
  const file = join(temporaryFolder(), "prepare.lock");
  const release = await takeLock(file, quick);
  await expect(takeLock(file, { pollMs: 5, timeoutMs: 20 })).rejects.toThrow(file);
  release();
});

test("releasing does not touch a lock that another process has taken", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "prepare.lock");
  const release = await takeLock(file, quick);
  writeIn(folder, "prepare.lock", JSON.stringify({ pid: 1, host: "elsewhere" }));
  release();
  expect(existsSync(file)).toBe(true);
});
