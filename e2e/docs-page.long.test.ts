import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { foreignHost, picture } from "./support/browser.ts";
import { openStage, type Stage } from "./support/stage.ts";

/**
 * At a host name, without a proxy in front of the service. Browsers trust plain http only on the loopback address, and do not
 * upgrade it to https there.
 */
needs("chromium")(`/docs over plain http on ${foreignHost}`, () => {
  let stage: Stage;
  let page: Page;
  /** Addresses that the browser could not load. */
  const failed: string[] = [];
  beforeAll(async () => {
    stage = await openStage({ backend: "next" });
    await stage.service.ingestAndWait("harbour.md", "# Harbour\n\nThe lantern of the harbour is green.");
    ({ page } = await stage.visit());
    page.on("requestfailed", (request) => failed.push(request.url()));
    await page.goto(`http://${foreignHost}:${new URL(stage.service.origin).port}/docs`);
  });
  afterAll(() => stage?.close());

  /** Opens an operation and sends its prepared request. */
  async function tryOut(operationId: string, body?: object): Promise<{ status: string; text: string }> {
    const block = page.locator(`.opblock[id$="-${operationId}"]`);
    await block.locator(".opblock-summary").click();
    await block.getByRole("button", { name: "Try it out" }).click();
    if (body) await block.locator("textarea.body-param__text").fill(JSON.stringify(body));
    await block.getByRole("button", { name: "Execute" }).click();
    const answer = block.locator(".live-responses-table .response");
    const status = await answer.locator(".response-col_status").textContent();
    const text = await answer.locator(".microlight").first().textContent();
    return { status: status?.trim() ?? "", text: text ?? "" };
  }

  it("shows the operations, and loads all its parts", async () => {
    await page.locator(".opblock").first().waitFor();
    expect(await page.locator(".opblock").count()).toBeGreaterThan(20);
    expect(failed).toEqual([]);
    await picture(page, "docs");
  });

  it("sends a request, and with a token also a list and a question", async () => {
    expect(await tryOut("getHealth")).toMatchObject({ status: "200", text: expect.stringContaining("ok") });
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.locator(".auth-container input").fill(stage.service.token);
    await page.locator(".auth-btn-wrapper .authorize").click();
    await page.locator(".auth-btn-wrapper .btn-done").click();
    const list = await tryOut("listSources");
    expect(list).toMatchObject({ status: "200", text: expect.stringContaining("harbour.md") });
    const answer = await tryOut("askSources", { question: "What colour is the lantern of the harbour?" });
    expect(answer).toMatchObject({ status: "200", text: expect.stringContaining("green") });
  });
});
