/**
 * How long frames of the canvas take while a node is dragged and the drawing is moved: 500 nodes against 20.
 *
 *     node e2e/canvas-frames.ts
 *
 * It needs Chromium and a built workbench (`npm run build`).
 */
import { launchBrowser, openPage, type Visit, visit } from "./support/browser.ts";
import { startFlowService } from "./support/flows/flow-service.ts";
import { wideGraph } from "./support/flows/graph.ts";
import { framesOf, percentile } from "./support/frames.ts";
import { startWorkbench } from "./support/workbench.ts";

type Page = Visit["page"];

const sizes = [20, 500];
const rounds = 3;
/** Moves of the pointer in a round. */
const steps = 60;

const service = await startFlowService();
for (const size of sizes)
  service.flows.set(`nodes-${size}`, {
    ...{ name: `nodes-${size}`, description: null, graph: wideGraph(size) },
    ...{ version: 1, revisions: [], deployed: null },
  });
const workbench = await startWorkbench({
  backend: "next",
  serviceUrl: `${service.origin}/sources`,
  token: "token",
});
const browser = await launchBrowser();
try {
  const found: Record<string, Record<string, number[]>> = {};
  // The sizes take turns, so that what else the machine does hits both.
  for (let round = 0; round < rounds; round++)
    for (const size of sizes) {
      const { page, context } = await visit(browser, workbench.address);
      await openPage(page, `/flows/nodes-${size}`);
      await page.locator(".stage .node").first().waitFor();
      for (const [what, move] of Object.entries({ drag: dragNode, pan, panZoomed })) {
        found[size] ??= {};
        found[size][what] ??= [];
        found[size][what].push(...(await framesOf(page, () => move(page))));
      }
      await context.close();
    }
  for (const what of Object.keys(found[sizes[0] ?? 0] ?? {})) {
    const [small = 0, large = 0] = sizes.map((size) => percentile(found[size]?.[what] ?? [], 0.95));
    const [smallMid = 0, largeMid = 0] = sizes.map((size) => percentile(found[size]?.[what] ?? [], 0.5));
    console.log(
      `${what}: p95 ${small.toFixed(1)} ms with ${sizes[0]} nodes, ${large.toFixed(1)} ms with ${sizes[1]}: ${(large / small).toFixed(2)} times; p50 ${smallMid.toFixed(1)} and ${largeMid.toFixed(1)} ms`,
    );
  }
} finally {
  await browser.close();
  await workbench.stop();
  await service.close();
}

async function dragNode(page: Page): Promise<void> {
  const box = await page.locator(".stage .node").first().boundingBox();
  if (!box) throw new Error("No node is drawn");
  await movePointer(page, box.x + box.width / 2, box.y + box.height / 2);
}

/** Moves the drawing as it is after opening: all nodes that fit. */
async function pan(page: Page): Promise<void> {
  const box = await page.locator(".stage").boundingBox();
  if (!box) throw new Error("There is no canvas");
  await movePointer(page, box.x + 12, box.y + 12);
}

/** Moves the drawing at full size: nodes come into view and leave it. */
async function panZoomed(page: Page): Promise<void> {
  for (let step = 0; step < 6; step++) await page.getByRole("button", { name: "Larger" }).click();
  await pan(page);
}

async function movePointer(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= steps; step++) await page.mouse.move(x + 4 * step, y + 40 * Math.sin(step / 6));
  await page.mouse.up();
}
