import type { IncomingMessage, ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage, untilTakenOver } from "./support/browser.ts";
import { report } from "./support/documents.ts";
import type { RelayAnswers } from "./support/relay.ts";
import { openStage, type Stage } from "./support/stage.ts";
import { backends } from "./support/workbench.ts";

needs("chromium").each(backends)("a conversation under way, by %s", (backend) => {
  const answers: RelayAnswers = {};
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ backend, answers });
    await stage.service.ingestAndWait(report.name, report.buffer);
  });
  afterAll(() => stage?.close());

  const ask = async (page: Page, question: string) => {
    await page.getByRole("textbox", { name: "Your question" }).fill(question);
    await page.getByRole("textbox", { name: "Your question" }).press("Control+Enter");
  };

  it.each([
    ["/ask", "Your question", "Ask"],
    ["/search", "Search", "Search"],
  ])("keeps what is typed on %s before the script of the page has come", async (path, name, button) => {
    const { page } = await stage.visit();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/*.js", (route) => released.then(() => route.continue()));
    await page.goto(path, { waitUntil: "commit" });
    const field = page.locator("textarea, input[type=search]").first();
    await field.fill("What does the Kestrel survey say?");
    release();
    await untilTakenOver(page);
    await expect
      .poll(() => page.getByLabel(name, { exact: true }).and(field).inputValue())
      .toBe("What does the Kestrel survey say?");
    const asked = page.waitForRequest((request) => request.method() === "POST");
    await page
      .getByRole("main")
      .or(page.getByRole("form"))
      .getByRole("button", { name: button, exact: true })
      .click();
    expect((await asked).postData()).toContain("What does the Kestrel survey say?");
  });

  it("carries on under one id, and begins a new one when told", async () => {
    const bodies: { conversation_id?: string | null }[] = [];
    answers["POST /ask-sources"] = (request, _, pass) => {
      let text = "";
      request.on("data", (part) => (text += part));
      request.on("end", () => bodies.push(JSON.parse(text)));
      pass();
    };
    const { page } = await stage.visit();
    await openPage(page, "/ask");
    for (const question of [
      "What does the Kestrel survey say?",
      "Who made the Kestrel survey?",
      "Where is the Kestrel survey?",
    ]) {
      const settled = page.getByRole("button", { name: "Ask again" });
      if (question === "Where is the Kestrel survey?") {
        await page.getByRole("button", { name: "Start a new one" }).click();
        await settled.first().waitFor({ state: "detached" });
      }
      const before = await settled.count();
      await ask(page, question);
      await expect.poll(() => settled.count()).toBe(before + 1);
    }
    const [first, second, third] = bodies.map(({ conversation_id }) => conversation_id ?? undefined);
    expect(first).toBeUndefined();
    expect(second).toMatch(/\S/);
    expect(third).toBeUndefined();
    await openPage(page, "/ask");
    await page.getByRole("heading", { name: "Where is the Kestrel survey?" }).waitFor();
    expect(await page.getByRole("heading", { name: "Who made the Kestrel survey?" }).count()).toBe(0);
  });

  it("stops an answer that is being written: what was written stays, and the service is told", async () => {
    const held: { request: IncomingMessage; response: ServerResponse }[] = [];
    answers["POST /ask-sources"] = (request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`event: delta\ndata: ${JSON.stringify({ text: "The survey begins with " })}\n\n`);
      held.push({ request, response });
    };
    const { page, complaints } = await stage.visit();
    await openPage(page, "/ask");
    await ask(page, "What does the survey say?");
    await page.getByText("The survey begins with").first().waitFor();
    await page.getByText("Writing", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped by you. What was written stays.").waitFor();
    await page.getByText("The survey begins with").first().waitFor();
    await expect.poll(() => held[0]?.response.destroyed).toBe(true);
    expect(held).toHaveLength(1);
    delete answers["POST /ask-sources"];
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText(/\d citations?,/).waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows an answer that broke off, and asks again", async () => {
    answers["POST /ask-sources"] = (request, response) => {
      request.resume();
      response.writeHead(503, { "content-type": "application/json" });
      response.end(JSON.stringify({ detail: "The model is busy.", message: "The model is busy." }));
    };
    const { page } = await stage.visit();
    await openPage(page, "/ask");
    await ask(page, "What does the Kestrel survey say?");
    await page.getByText("No answer came back.").waitFor();
    await page.getByText("Your question is kept.").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "What does the Kestrel survey say?" }).waitFor();
    delete answers["POST /ask-sources"];
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText(/\d citations?,/).waitFor();
    expect(await page.getByText("No answer came back.").count()).toBe(0);
  });
});
