import { readmeApps } from "./readme-apps/apps.ts";
import { startPublishedService } from "./readme-apps/published-service.ts";
import { openRegistry } from "./readme-apps/registry.ts";
import { type Figure, printReport } from "./support/report.ts";

/**
 * A new user's first minutes: all packages are published to a registry on loopback, the service starts with its workbench
 * by one line, and each README's first example becomes an application in an empty folder, checked under TypeScript's
 * strictest settings and typescript-eslint's rules, run, and asked through. The second round counts: npm's cache is warm
 * then.
 */
const maxSecondsEach = 300;

const registry = await openRegistry();
try {
  const figures: Figure[] = [];
  const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work();
    return (performance.now() - started) / 1000;
  };
  const service = await startPublishedService(await registry.newFolder("service"), registry.environment);
  try {
    for (const [name, tryApp] of Object.entries(readmeApps)) {
      const tryOnce = async (round: string) => {
        const folder = await registry.newFolder(`${name}-${round}`);
        return secondsOf(() =>
          tryApp({ folder, registry: registry.environment, environment: service.environment }),
        );
      };
      const [cold, warm] = [await tryOnce("first"), await tryOnce("second")];
      figures.push({
        what: name,
        measured: `${warm.toFixed(0)} s`,
        against: `first time ${cold.toFixed(0)} s`,
        aim: `≤ ${maxSecondsEach} s`,
        met: warm <= maxSecondsEach,
      });
    }
  } finally {
    await service.stop();
  }
  printReport(figures);
} finally {
  await registry.close();
}
