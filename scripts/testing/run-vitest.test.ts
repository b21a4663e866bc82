import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the test files of a small repository with the runner. Its test files have this time each. */
function runIn(folder: string, fileLimitMs: number): Promise<string> {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // This run is watched by its own folder, and has its own count of workers.
  const { TEST_WATCH_FOLDER: _, ...environment } = process.env;
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: environment, timeout: 90_000 };
    execFile(process.execPath, ["run.mjs", String(fileLimitMs)], options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}

const repository = {
  "run.mjs": `
    import { runVitest } from ${JSON.stringify(join(root, "scripts/testing/run-vitest.mjs"))};
    import { summaryLine } from ${JSON.stringify(join(root, "scripts/summary/counts.mjs"))};
    const options = { long: false, filters: ["small"], timeoutMs: 80_000, fileLimitMs: Number(process.argv[2]) };
    console.log(summaryLine(await runVitest({ root: import.meta.dirname, env: process.env }, options)));`,
  "vitest.config.ts": `
    import { testDefaults } from ${JSON.stringify(join(root, "scripts/testing/test-defaults.ts"))};
    export default { test: { ...testDefaults, maxWorkers: 2 } };`,
  "small-sound.test.ts": `import { test } from "vitest"; test("is sound", () => {});`,
};

test("a test file that never ends is named, its worker killed, and the run goes on to its last line", async () => {
  const output = await runIn(
    temporaryFolder({
      ...repository,
      "small-endless.test.ts": `import { test } from "vitest"; test("never ends", () => { for (;;); });`,
    }),
    5_000,
  );
  expect(output).toContain("✗ small-endless.test.ts did not end within 5 s. Its worker was killed.");
  expect(output.trim().split("\n").at(-1)).toBe("1 passed, 1 failed, 1 skipped");
});

test("test files that end in time fail nothing", async () => {
  const output = await runIn(temporaryFolder(repository), 60_000);
  expect(output.trim().split("\n").at(-1)).toBe("1 passed, 0 failed, 0 skipped");
});
