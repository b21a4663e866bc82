import { createHash } from "node:crypto";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";

/** The seed of every property test, so that a run fails or passes for a reason. `npm run test:long` draws a new one. */
const fixedSeed = 20_260_101;
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? fixedSeed) });

/**
 * The runner's folder (see `run-vitest.mjs`): a file per worker names the test file that it is at, and `times` has a line
 * for each test file that ended. Undefined when vitest was started without the runner.
 */
const folder = process.env.TEST_WATCH_FOLDER;
if (folder !== undefined) {
  const file = expect.getState().testPath ?? "";
  const running = join(folder, `${process.pid}.running`);
  writeFileSync(running, file);
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  // These hooks surround those of the file: they are registered first.
  afterAll(() => {
    const { user, system } = process.cpuUsage(cpu);
    const line = { file, wallMs: performance.now() - started, cpuMs: (user + system) / 1000 };
    appendFileSync(join(folder, "times"), `${JSON.stringify(line)}\n`);
    rmSync(running, { force: true });
  });
  beforeAll(() => {
    appendFileSync(join(folder, "calibration"), `${calibrate()}\n`);
  });
}

/** CPU milliseconds of a fixed piece of work. It tells the speed of this machine, as busy as it is now. */
function calibrate(): number {
  const before = process.cpuUsage();
  const bytes = Buffer.alloc(2 ** 20, 7);
  for (let round = 0; round < 8; round++) createHash("sha512").update(bytes).digest();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
