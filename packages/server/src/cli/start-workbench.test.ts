import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorkbench } from "./start-workbench.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "headwater-workbench-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const service = { address: "http://127.0.0.1:4000", tokenPath: "/data/token" };

/** Starts a program in the place of the workbench. */
function start(code: string, signal = new AbortController().signal) {
  const program = join(folder, "program.mjs");
  writeFileSync(program, code);
  return startWorkbench(service, { ...process.env, HEADWATER_TOKEN: "of-the-settings" }, signal, program);
}

const ready = `process.send({ ready: { address: "http://127.0.0.1:3000" } });`;

it("the workbench gets the service's address and the file of its token", async () => {
  const workbench = await start(`
    const { HEADWATER_URL, HEADWATER_TOKEN, HEADWATER_TOKEN_FILE } = process.env;
    process.send({ ready: { address: [HEADWATER_URL, HEADWATER_TOKEN, HEADWATER_TOKEN_FILE].join(" ") } });
    process.disconnect();`);
  expect(workbench?.address).toBe("http://127.0.0.1:4000/sources  /data/token");
  expect(await workbench?.ended).toBe(0);
});

it("a workbench that can't start is an error, and its end has an exit code", async () => {
  await expect(start("process.exit(3)")).rejects.toThrow("The workbench did not start");
  const workbench = await start(
    `${ready} process.once("disconnect", () => {}); setTimeout(() => process.exit(4), 50);`,
  );
  expect(await workbench?.ended).toBe(4);
});

it("it ends when the service stops, also before it is ready", async () => {
  const early = new AbortController();
  const never = start("setInterval(() => {}, 1000)", early.signal);
  early.abort();
  expect(await never).toBeNull();

  const later = new AbortController();
  const workbench = await start(`${ready} setInterval(() => {}, 1000)`, later.signal);
  later.abort();
  expect(await workbench?.ended).toBeNull();
});
