import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder, writeIn } from "../testing/temporary-folder.ts";

const watchModule = fileURLToPath(new URL("orphan-watch.mjs", import.meta.url));

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a script of an npm ended by %s gets a SIGTERM",
  async (signal) => {
    const folder = temporaryFolder();
    const script = writeIn(
      folder,
      "script.mjs",
      `import { stopWhenOrphaned } from ${JSON.stringify(watchModule)};
    stopWhenOrphaned(process.env);
    process.on("SIGTERM", () => { console.log("stopped"); process.exit(); });
    setInterval(() => {}, 1000);
    console.log("ready");`,
    );
    // This process takes the place of npm: processes that it starts do not end with it.
    const npm = writeIn(
      folder,
      "npm.mjs",
      `import { spawn } from "node:child_process";
    spawn(process.execPath, [${JSON.stringify(script)}], { stdio: "inherit", env: { ...process.env, npm_lifecycle_event: "start" } });`,
    );
    const started = spawn(process.execPath, [npm], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void started.kill("SIGKILL"));
    const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe("ready");
    started.kill(signal);
    expect((await lines.next()).value).toBe("stopped");
  },
);
