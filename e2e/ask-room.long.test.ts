import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { answerEach, bodyOf, holdAnswers } from "./support/answers.ts";
import { ask, heading, questionField } from "./support/ask-room.ts";
import { openPage, picture, untilHydrated } from "./support/browser.ts";
import { report } from "./support/documents.ts";
import type { RelayAnswers } from "./support/relay.ts";
import { openStage, type Stage } from "./support/stage.ts";

// These tests concern only the browser, so one backend is enough.
needs("chromium")("the room of questions", () => {
  const answers: RelayAnswers = {};
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ backend: "next", answers });
    await stage.service.ingestAndWait(report.name, report.buffer);
  });
  afterEach(() => void delete answers["POST /ask-sources"]);
  afterAll(() => stage?.close());

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
    await untilHydrated(page);
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

  it("leaves each tab its own conversation, and opens a new tab with the last one", async () => {
    answerEach(answers, { One: "First.", Two: "Second.", Three: "Third." });
    const { page: a, context } = await stage.visit();
    const b = await context.newPage();
    await openPage(a, "/ask");
    await openPage(b, "/ask");
    await ask(a, "One?");
    await a.getByText("First.").first().waitFor();
    await ask(b, "Two?");
    await b.getByText("Second.").first().waitFor();
    await a.reload();
    await heading(a, "One?").waitFor();
    expect(await heading(a, "Two?").count()).toBe(0);

    const c = await context.newPage();
    await openPage(c, "/ask");
    await heading(c, "Two?").waitFor();
    await ask(c, "Three, in C?");
    await c.getByText("Third.").first().waitFor();
    await ask(b, "Three, in B?");
    await b.getByText("Third.").first().waitFor();
    for (const [page, own] of [
      [c, "Three, in C?"],
      [b, "Three, in B?"],
    ] as const) {
      await page.reload();
      await heading(page, own).waitFor();
      expect(await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents()).toEqual([
        "Two?",
        own,
      ]);
    }
  });

  it("returns to the previous conversation, with the focus in the question field", async () => {
    answerEach(answers, { One: "First." });
    const { page } = await stage.visit();
    await openPage(page, "/ask");
    await ask(page, "One?");
    await page.getByText("First.").first().waitFor();
    await page.getByRole("button", { name: "Start a new one" }).click();
    await page.getByRole("button", { name: "Go back to the last conversation" }).click();
    await heading(page, "One?").waitFor();
    expect(await questionField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.reload();
    await heading(page, "One?").waitFor();
  });

  it("appends a question from another page to the text in the question field", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/ask");
    await questionField(page).fill("Half a question about");
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await page.getByRole("searchbox", { name: "Search" }).fill("Kestrel");
    await page.getByRole("searchbox", { name: "Search" }).press("Enter");
    await page.getByRole("link", { name: "Ask this as a question" }).click();
    await expect.poll(() => questionField(page).inputValue()).toBe("Half a question about\nKestrel");
    await page.reload();
    await expect.poll(() => questionField(page).inputValue()).toBe("Half a question about\nKestrel");
  });

  it("says only that an answer was stopped when it had no words yet", async () => {
    holdAnswers(answers, "");
    const { page } = await stage.visit();
    await openPage(page, "/ask");
    await ask(page, "What does the Kestrel survey say?");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped by you.", { exact: true }).waitFor();
  });

  it("copies an answer with the figures that are on screen", async () => {
    answerEach(answers, { One: "First [1]. Again [2].", Two: "Second [1]. Then [2]." });
    const { page } = await stage.visit();
    await openPage(page, "/ask");
    await ask(page, "One?");
    await page.getByText("First").first().waitFor();
    await ask(page, "Two?");
    const turn = page.getByRole("region", { name: "Two?" });
    await turn.getByRole("button", { name: "Citation 4" }).waitFor();
    await turn.getByRole("button", { name: "Copy", exact: true }).click();
    await turn.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "Second [3]. Then [4].\n\n[3] “Passage 1” kestrel.pdf\n[4] “Passage 2” kestrel.pdf",
    );
    await picture(page, "conversation-figures");
  });

  it("asks the chosen sources that still exist", async () => {
    // Names of their own for each try.
    const names = ["kept", "gone"].map((name) => `${name}-${randomUUID().slice(0, 8)}.md`);
    const [keptName = "", goneName = ""] = names;
    const [kept, gone] = await Promise.all(
      names.map((name) =>
        stage.service.ingestAndWait(name, `# Notes of ${name}\n\nThe heron nested in ${name} in 2021.`),
      ),
    );
    const asked: unknown[] = [];
    answers["POST /ask-sources"] = (request, _, pass) => {
      void bodyOf<{ file_ids?: string[] }>(request).then(({ file_ids }) => asked.push(file_ids));
      pass();
    };
    const { page } = await stage.visit();
    await openPage(page, `/ask?file=${kept?.file_id}&file=${gone?.file_id}`);
    // The page has loaded the list with both sources, and is not told about the deletion.
    await page.getByRole("button", { name: /In 2 sources/ }).click();
    await page.getByRole("checkbox", { name: goneName }).waitFor();
    await page.keyboard.press("Escape");
    await stage.service.call("DELETE", "/delete", { file_id: gone?.file_id });
    await ask(page, "Where did the heron nest?");
    await page.getByText("No answer came back.").waitFor();
    await page.getByRole("button", { name: `In ${keptName}` }).waitFor();
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText(/\d citations?,/).waitFor();
    await page.reload();
    await page.getByRole("button", { name: `In ${keptName}` }).waitFor();
    await ask(page, "When did the heron nest?");
    await expect
      .poll(() => asked)
      .toEqual([[kept?.file_id, gone?.file_id], [kept?.file_id], [kept?.file_id]]);
  });
});
