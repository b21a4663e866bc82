import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder, writeIn } from "../testing/temporary-folder.ts";

const childModule = fileURLToPath(new URL("child.mjs", import.meta.url));

/** Starts a small parent that runs `code` in the foreground, and collects the output of both. */
function startParent(code: string, options: object = {}) {
  const folder = temporaryFolder();
  const child = writeIn(folder, "child.mjs", code);
  const parent = writeIn(
    folder,
    "parent.mjs",
    `import { runForeground } from ${JSON.stringify(childModule)};
    process.exitCode = await runForeground(process.execPath, [${JSON.stringify(child)}],
      { cwd: process.cwd(), env: process.env, ...${JSON.stringify(options)} });
    console.log("parent ends");`,
  );
  const environment = { ...process.env };
  delete environment.npm_lifecycle_event;
  const started = spawn(process.execPath, [parent], {
    stdio: ["ignore", "pipe", "inherit"],
    env: environment,
  });
  onTestFinished(() => void started.kill("SIGKILL"));
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
  return { started, nextLine: async () => (await lines.next()).value as string | undefined };
}

const exitOf = async (child: ChildProcess) => (await once(child, "exit")) as [number | null, string | null];

const waitForSignal = `
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {
    console.log("child got " + signal);
    process.exit(7);
  });
  setInterval(() => {}, 1000);
  console.log("child ready");`;

test("the child's exit code is passed on", async () => {
  const { started } = startParent("process.exit(42)");
  expect(await exitOf(started)).toEqual([42, null]);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s reaches the child; its end is waited for",
  async (signal) => {
    const { started, nextLine } = startParent(waitForSignal, { channel: true });
    expect(await nextLine()).toBe("child ready");
    const exit = exitOf(started);
    started.kill(signal);
    expect(await nextLine()).toBe(`child got ${signal}`);
    expect(await nextLine()).toBe("parent ends");
    expect(await exit).toEqual([7, null]);
  },
);

test("a child ended by a signal gives 128 + its number", async () => {
  const { started } = startParent("process.kill(process.pid, 'SIGKILL')");
  expect(await exitOf(started)).toEqual([137, null]);
});

test("a child that ignores the signal is finally killed", async () => {
  const code = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("child ready");`;
  const { started, nextLine } = startParent(code, { stopWithinMs: 50 });
  await nextLine();
  const exit = exitOf(started);
  started.kill("SIGTERM");
  expect(await exit).toEqual([137, null]);
});

test("a child that runs out of time is stopped", async () => {
  const { started } = startParent("setInterval(() => {}, 1000)", { timeoutMs: 50 });
  expect(await exitOf(started)).toEqual([143, null]);
});

test("a killed parent shows as a closed channel", async () => {
  const code = `
    if (process.env.HEADWATER_STOP_ON_DISCONNECT !== "1") process.exit(9);
    process.once("disconnect", () => { console.log("child noticed"); process.exit(); });
    console.log("child ready");`;
  const { started, nextLine } = startParent(code, { channel: true });
  expect(await nextLine()).toBe("child ready");
  started.kill("SIGKILL");
  expect(await nextLine()).toBe("child noticed");
});

test("a command that cannot be started is an error", async () => {
  const { runForeground } = await import("./child.mjs");
  const options = { cwd: process.cwd(), env: {} };
  await expect(runForeground("/no/such/node", [], options)).rejects.toMatchObject({ code: "ENOENT" });
});
