import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { postgresFolders } from "../testing/postgres-server.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A test file for each operation, and those of what runs, is removed or is interrupted. */
const files = ["api/", "answer-runs", "auth", "cancelled", "deleted", "duplicates", "flow", "tags"];

/** A run of its own, since the setting holds for every service of a run. */
const runOnPostgres = () =>
  new Promise<{ failed: string[]; end: string }>((resolve) => {
    const vitest = [`${root}node_modules/vitest/vitest.mjs`, "run", "--project=@headwater/server"];
    const chosen = files.map((file) => `packages/server/test/${file}`);
    const { TEST_WATCH_FOLDER: _, ...inherited } = process.env;
    execFile(
      process.execPath,
      [...vitest, "--exclude=**/*.long.test.ts", ...chosen],
      {
        cwd: root,
        env: { ...inherited, HEADWATER_TEST_DATABASE: "postgres", NO_COLOR: "1" },
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) =>
        resolve({
          failed: (stdout + stderr).match(/^ FAIL .*$/gm) ?? [],
          end: error ? (stdout + stderr).slice(-5_000) : "passed",
        }),
    );
  });

needs("postgres", postgresFolders())("on PostgreSQL", () => {
  it("the service passes its own tests", { timeout: 30 * 60_000 }, async () => {
    const { failed, end } = await runOnPostgres();
    expect(failed).toEqual([]);
    expect(end).toBe("passed");
  });
});
