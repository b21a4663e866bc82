import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage } from "./support/browser.ts";
import { sample, sampleName } from "./support/documents.ts";
import { filledFlow } from "./support/flows/filled-flow.ts";
import { type FlowStage, openFlowStage } from "./support/flows/flow-stage.ts";
import { openStage, type Stage } from "./support/stage.ts";

/** Collects the title of every frame from now on, each once in a row. The line to the workbench becomes slow. */
async function watchTitles(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenTitles: seen });
    const look = () => {
      if (seen.at(-1) !== document.title) seen.push(document.title);
      requestAnimationFrame(look);
    };
    look();
  });
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  const slow = { offline: false, latency: 300, downloadThroughput: 80_000, uploadThroughput: 80_000 };
  await line.send("Network.emulateNetworkConditions", slow);
  return () => page.evaluate(() => (window as unknown as { seenTitles: string[] }).seenTitles);
}

needs("chromium")("the title of the tab on a slow line", () => {
  let stage: Stage;
  let flows: FlowStage;
  beforeAll(async () => {
    stage = await openStage({ backend: "next" });
    await stage.service.ingestAndWait(sample.name, sample.buffer);
    flows = await openFlowStage("next");
    flows.service.flows.set("support", filledFlow());
  });
  afterAll(async () => {
    await flows?.close();
    await stage?.close();
  });

  it("names the room in every frame, from one room to the next", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await page.getByText("Service ready").waitFor();
    const titles = await watchTitles(page);
    await page.getByRole("link", { name: sampleName }).click();
    await page.getByRole("img", { name: `Page 1 of ${sampleName}` }).waitFor();
    await page.getByRole("link", { name: "Search", exact: true }).click();
    const field = page.getByRole("searchbox", { name: "Search" });
    await field.fill("ladder for eels");
    await field.press("Enter");
    await page.locator("mark").first().waitFor();
    await page.getByRole("link", { name: "Ask this as a question" }).click();
    await page.getByRole("textbox", { name: "Your question" }).waitFor();
    await page.goBack();
    await page.locator("mark").first().waitFor();
    const rooms = ["Sources", "Document", sampleName, "Search", "Ask", "Search"];
    expect(await titles()).toEqual(rooms.map((room) => `${room} · Headwater`));
  });

  it("names the flow in every frame, on each of its pages", async () => {
    const { page } = await flows.visit();
    await openPage(page, "/flows");
    const titles = await watchTitles(page);
    await page.getByRole("link", { name: "support" }).first().click();
    for (const name of ["List", "Tests", "Runs", "Revisions"]) {
      await page.getByRole("link", { name, exact: true }).click();
      await page.waitForURL(`**/flows/support/${name.toLowerCase()}`);
    }
    expect(await titles()).toEqual(["Flows · Headwater", "support, a flow · Headwater"]);
  });

  it("says so when there is no such page", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/nowhere");
    expect(await page.title()).toBe("Not found · Headwater");
  });
});
