/**
 * How the room of sources works with 5,000 sources, against 20: when the first row is on the screen, how long a key in
 * "Find" takes until the list shows what it finds, and how long frames take while the list is scrolled.
 *
 *     node e2e/sources-frames.ts
 *
 * HEADWATER_DATA names a folder for the 5,000 that is kept, so that the next run need not add them again.
 */
import { launchBrowser, openPage, untilHandled, visit } from "./support/browser.ts";
import { fillSources } from "./support/fill-sources.ts";
import { framesOf, percentile } from "./support/frames.ts";
import { openOwnStage, type Stage } from "./support/stage.ts";
import { endWorker } from "./support/worker.ts";

const sizes = [20, 5_000] as const;
const rounds = 5;
/** Turns of the wheel in a round, and how far each goes. */
const turns = 80;
const notch = 120;
const typed = "letter 0001";

const kept = process.env.HEADWATER_DATA;
const stages = new Map<number, Stage>();
const browser = await launchBrowser(["--enable-precise-memory-info"]);
try {
  for (const size of sizes) {
    const environment: Record<string, string> = kept && size > 20 ? { HEADWATER_DATA: kept } : {};
    const stage = await openOwnStage({ backend: "next", environment });
    stages.set(size, stage);
    await fillSources(stage.service, size);
  }
  const results = new Map(
    sizes.map((size) => [
      size,
      { first: [] as number[], keys: [] as number[], frames: [] as number[], heap: 0 },
    ]),
  );
  for (let round = 0; round < rounds; round++)
    // The sizes take turns, so that what else the machine does hits both.
    for (const [size, stage] of stages) {
      const result = results.get(size as (typeof sizes)[number]);
      if (!result) continue;
      const { page, context } = await visit(browser, stage.address);
      // The scripts of the workbench are in the browser's cache, as they are for its users.
      await openPage(page, "/search");
      const start = performance.now();
      await page.goto("/sources", { waitUntil: "commit" });
      await page.locator("li[data-file] a.title").first().waitFor();
      result.first.push(performance.now() - start);
      await openPage(page, "/sources");
      await page.locator("li[data-file] a.title").first().waitFor();
      await page.mouse.move(700, 600);
      result.frames.push(
        ...(await framesOf(page, async () => {
          for (let turn = 0; turn < turns; turn++) await page.mouse.wheel(0, turn % 16 < 8 ? notch : -notch);
        })),
      );
      await page.evaluate(() => scrollTo(0, 0));
      await untilHandled(page);
      const find = page.getByRole("searchbox", { name: "Find by name or id" });
      await find.focus();
      // From the key to the frame that shows what it finds.
      await page.evaluate(() => {
        const times: number[] = [];
        Object.assign(globalThis, { keyTimes: times });
        document.addEventListener(
          "input",
          (event) => {
            const pressed = event.timeStamp;
            requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - pressed)));
          },
          true,
        );
      });
      for (const key of typed) await page.keyboard.press(key === " " ? "Space" : key, { delay: 20 });
      result.keys.push(
        ...(await page.evaluate(() => (globalThis as unknown as { keyTimes: number[] }).keyTimes)),
      );
      result.heap = await page.evaluate(
        () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
      );
      await context.close();
    }
  for (const [size, { first, keys, frames, heap }] of results) {
    const all = first.toSorted((one, other) => one - other).map((each) => each.toFixed(0));
    console.log(`${size} sources: first row after ${all.join(", ")} ms`);
    console.log(
      `  a key in Find: p50 ${percentile(keys, 0.5).toFixed(0)}, p95 ${percentile(keys, 0.95).toFixed(0)}, max ${Math.max(...keys).toFixed(0)} ms`,
    );
    console.log(
      `  scrolled: p50 ${percentile(frames, 0.5).toFixed(1)}, p95 ${percentile(frames, 0.95).toFixed(1)}, max ${Math.max(...frames).toFixed(0)} ms a frame; heap ${(heap / 2 ** 20).toFixed(0)} MiB`,
    );
  }
} finally {
  await browser.close();
  for (const stage of stages.values()) await stage.close();
  await endWorker();
}
