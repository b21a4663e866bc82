// @vitest-environment node
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("hooks and components pass their tests with the oldest peers too", { timeout: 300_000 }, async () => {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const config = "testing/react-18.vitest.config.ts";
  const files = ["src/", "test/hydration", "testing/react-18-version"];
  const { VITEST: _, ...env } = process.env;
  const folder = await mkdtemp(join(tmpdir(), "headwater-react-18-"));
  const outputFile = join(folder, "report.json");
  await promisify(execFile)(
    process.execPath,
    [vitest, "run", "--config", config, "--reporter=json", `--outputFile=${outputFile}`, ...files],
    { cwd: root, env, maxBuffer: 64 * 1024 * 1024, timeout: 280_000 },
  );
  const report = JSON.parse(await readFile(outputFile, "utf8")) as {
    success: boolean;
    numPassedTests: number;
  };
  await rm(folder, { recursive: true });
  expect(report.success).toBe(true);
  expect(report.numPassedTests).toBeGreaterThan(100);
});

test("their types hold with the oldest TanStack Query", async () => {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  await promisify(execFile)(process.execPath, [tsc, "--noEmit", "-p", "testing/oldest-peers.tsconfig.json"], {
    cwd: root,
  });
});
