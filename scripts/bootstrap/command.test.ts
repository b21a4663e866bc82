import { describe, expect, test } from "vitest";
import { endOf, runCommand } from "./command.mjs";

const node = (code: string, options: Partial<Parameters<typeof runCommand>[2]> = {}) =>
  runCommand(process.execPath, ["-e", code], {
    cwd: process.cwd(),
    env: process.env,
    timeoutMs: 20_000,
    ...options,
  });

describe("runCommand", () => {
  test("keeps both streams and the exit code", async () => {
    const result = await node("console.log('to stdout'); console.error('to stderr'); process.exitCode = 3");
    expect(result).toMatchObject({ exitCode: 3, timedOut: false });
    expect(result.output).toContain("to stdout\n");
    expect(result.output).toContain("to stderr\n");
  });

  test("stops a command that takes too long", async () => {
    const result = await node("setInterval(() => {}, 1000)", { timeoutMs: 50 });
    expect(result).toMatchObject({ timedOut: true, signal: "SIGTERM" });
  });

  test("an abort ends the command and gives its reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const running = node("console.log('up'); setInterval(() => {}, 1000)", {
      abort: controller.signal,
      onOutput: () => controller.abort(reason),
    });
    await expect(running).rejects.toBe(reason);
  });

  test("a command that does not exist is an error", async () => {
    const options = { cwd: process.cwd(), env: process.env, timeoutMs: 1_000 };
    await expect(runCommand("no-such-command-here", [], options)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

test("endOf keeps the last lines", () => {
  expect(endOf("one\ntwo\nthree\n\n", 2)).toBe("two\nthree");
});
