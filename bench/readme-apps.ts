import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readmeApps } from "./readme-apps/apps.ts";
import { withService } from "./support/built-service.ts";
import { type Figure, printReport } from "./support/report.ts";

/**
 * A new user's first minutes: for each README, an empty folder, the packed packages installed as docs/install-packages.md
 * says, the README's first example as it stands, checked under TypeScript's strictest settings, built, run against the
 * service, and asked through. The second round counts: npm's cache is warm then.
 */
const maxSeconds = 180;
const root = join(import.meta.dirname, "..");

const work = await mkdtemp(join(tmpdir(), "headwater-apps-"));
try {
  const tarballs = join(work, "packages");
  await mkdir(tarballs);
  const pack = ["scripts/pnpm.mjs", "--filter", "./packages/*", "pack", "--pack-destination", tarballs];
  execFileSync(process.execPath, pack, { cwd: root, stdio: "ignore" });
  const files = await readdir(tarballs);
  const packed = (name: string) => {
    const file = files.find((each) => each.startsWith(`headwater-${name}-`));
    if (!file) throw new Error(`The package ${name} was not packed`);
    return join(tarballs, file);
  };
  await withService({}, async ({ process: { baseUrl }, token }) => {
    const environment = { HEADWATER_URL: baseUrl, HEADWATER_TOKEN: token };
    const figures: Figure[] = [];
    let total = 0;
    for (const [name, tryApp] of Object.entries(readmeApps)) {
      const secondsOf = async (round: string): Promise<number> => {
        const folder = join(work, `${name}-${round}`);
        await mkdir(folder);
        const started = performance.now();
        await tryApp({ folder, packed, environment });
        return (performance.now() - started) / 1000;
      };
      const [cold, warm] = [await secondsOf("first"), await secondsOf("second")];
      total += warm;
      figures.push({
        what: name,
        measured: `${warm.toFixed(0)} s`,
        against: `first time ${cold.toFixed(0)} s`,
      });
    }
    figures.push({
      what: "all four",
      measured: `${total.toFixed(0)} s`,
      aim: `≤ ${maxSeconds} s`,
      met: total <= maxSeconds,
    });
    printReport(figures);
  });
} finally {
  await rm(work, { recursive: true, force: true });
}
