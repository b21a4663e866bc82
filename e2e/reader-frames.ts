/**
 * How long frames take while a text is scrolled: 4,770 elements against 20. And how long it takes until an element near
 * the end of the long one is on the screen, and one on page 82 of a PDF.
 *
 *     node e2e/reader-frames.ts
 *
 * It needs Chromium and a built workbench (`npm run build`).
 */
import { samplePdf } from "../packages/server/testing/documents/sample-pdf.ts";
import { launchBrowser, openPage, visit } from "./support/browser.ts";
import { framesOf, percentile } from "./support/frames.ts";
import { longText } from "./support/long-text.ts";
import { openStage } from "./support/stage.ts";
import { endWorker } from "./support/worker.ts";

const sizes = [20, 4_770] as const;
const rounds = 5;
/** Turns of the wheel in a round, and how far each goes. */
const turns = 80;
const notch = 120;

const stage = await openStage({ backend: "next" });
const browser = await launchBrowser();
try {
  const files = new Map<number, string>();
  for (const size of sizes) {
    const { file_id: fileId } = await stage.service.ingestAndWait(`text-${size}.md`, longText(size));
    files.set(size, fileId);
  }
  const report = samplePdf({ pages: 90, seed: 7, keyword: "Kestrel" });
  const { file_id: pdfId } = await stage.service.ingestAndWait("survey.pdf", report);
  const found: Record<string, Record<number, number[]>> = { "to and fro": {}, onwards: {} };
  const opened: number[] = [];
  const openedPdf: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // The sizes take turns, so that what else the machine does hits both.
    for (const size of sizes)
      for (const [way, frames] of Object.entries(found)) {
        const { page, context } = await visit(browser, stage.address);
        await openPage(page, `/sources/${files.get(size)}`);
        await page.getByRole("article").first().waitFor();
        await page.mouse.move(700, 500);
        // The short text ends after a few turns, so both go to and fro; onwards only the long one goes on.
        const times = await framesOf(page, async () => {
          for (let turn = 0; turn < turns; turn++)
            await page.mouse.wheel(0, way === "onwards" || turn % 16 < 8 ? notch : -notch);
        });
        frames[size] = [...(frames[size] ?? []), ...times];
        await context.close();
      }
    opened.push(await timeToOpen(files.get(sizes[1]) ?? "", "q=chapter%2082"));
    openedPdf.push(await timeToOpen(pdfId, "page_numbers=82"));
  }
  for (const [way, frames] of Object.entries(found)) {
    const [small = 0, large = 0] = sizes.map((size) => percentile(frames[size] ?? [], 0.95));
    const [smallMid = 0, largeMid = 0] = sizes.map((size) => percentile(frames[size] ?? [], 0.5));
    console.log(
      `${way}: p95 ${small.toFixed(1)} ms with ${sizes[0]} elements, ${large.toFixed(1)} ms with ${sizes[1]}: ${(large / small).toFixed(2)} times; p50 ${smallMid.toFixed(1)} and ${largeMid.toFixed(1)} ms`,
    );
  }
  tell("an element of chapter 82", opened);
  tell("an element of page 82 of a PDF", openedPdf);
} finally {
  await browser.close();
  await stage.close();
  await endWorker();
}

function tell(what: string, times: readonly number[]): void {
  const [median = 0, slowest = 0] = [0.5, 1].map((share) => percentile(times, share));
  console.log(
    `${what}: on the screen after ${median.toFixed(0)} ms, at most ${slowest.toFixed(0)} ms, loading the page included`,
  );
}

/** Opens the last element that a query finds. */
async function timeToOpen(fileId: string, query: string): Promise<number> {
  const { body } = await stage.service.call<{ items: { element_id: string }[] }>(
    "GET",
    `/get-elements?file_id=${fileId}&${query}&page=1&page_size=100&suppress_img_base64=true`,
  );
  const target = body.items.at(-1);
  const { page, context } = await visit(browser, stage.address);
  // The scripts of the workbench are in the browser's cache, as they are for its users.
  await openPage(page, "/sources");
  const start = performance.now();
  await page.goto(`/sources/${fileId}?element=${target?.element_id}`, { waitUntil: "commit" });
  await page.waitForFunction((id) => {
    const { top = -1, bottom = -1 } =
      document.querySelector(`[data-element="${id}"]`)?.getBoundingClientRect() ?? {};
    return top >= 0 && bottom > 0 && bottom <= innerHeight;
  }, target?.element_id);
  const time = performance.now() - start;
  await context.close();
  return time;
}
