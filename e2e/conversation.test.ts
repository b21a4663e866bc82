import type { IncomingMessage, ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage, picture, untilTakenOver } from "./support/browser.ts";
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
  afterEach(() => void delete answers["POST /ask-sources"]);
  afterAll(() => stage?.close());

  const ask = async (page: Page, question: string) => {
    await page.getByRole("textbox", { name: "Your question" }).fill(question);
    await page.getByRole("textbox", { name: "Your question" }).press("Control+Enter");
  };

  const questionField = (page: Page) => page.getByRole("textbox", { name: "Your question" });
  const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

  /** Answers each question by what the text says that is in it; figures are cited from 1 on. */
  const answerEach = (texts: Record<string, string>) => {
    answers["POST /ask-sources"] = (request, response) => {
      void bodyOf<{ question: string }>(request).then(({ question }) => {
        const answer = Object.entries(texts).find(([part]) => question.includes(part))?.[1] ?? "Not known.";
        const figures = [...new Set(answer.match(/(?<=\[)\d+(?=\])/g))];
        const citations = figures.map((figure) => ({
          index: Number(figure),
          file_name: "kestrel.pdf",
          text_preview: `Passage ${figure}`,
        }));
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ answer, citations, conversation_id: "c", usage: {}, elapsed_s: 0.2 }));
      });
    };
  };

  /** Holds answers in the middle, behind their first words, if any. */
  const holdAnswers = (words: string) => {
    const held: { request: IncomingMessage; response: ServerResponse }[] = [];
    answers["POST /ask-sources"] = (request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(
        words === "" ? ": asked\n\n" : `event: delta\ndata: ${JSON.stringify({ text: words })}\n\n`,
      );
      held.push({ request, response });
    };
    return held;
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
      void bodyOf<(typeof bodies)[number]>(request).then((body) => bodies.push(body));
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
    const held = holdAnswers("The survey begins with ");
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

  it("leaves each tab its own conversation, and opens a new one with the last", async () => {
    answerEach({ One: "First.", Two: "Second.", Three: "Third." });
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

  it("goes back to the conversation that was left, the field ready for the next question", async () => {
    answerEach({ One: "First." });
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

  it("puts a question asked elsewhere behind what is being written", async () => {
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

  it.each([
    ["The survey begins [1] with", "Broken off when you left. What was written stays."],
    ["", "Broken off when you left."],
  ])("keeps %j of an answer when the page is reloaded, and blames nobody", async (words, said) => {
    holdAnswers(words);
    const { page } = await stage.visit();
    await openPage(page, "/ask");
    await ask(page, "What does the Kestrel survey say?");
    await page.getByText("Writing", { exact: true }).first().waitFor();
    if (words !== "") await page.getByText("The survey begins").first().waitFor();
    await page.reload();
    await page.getByText(said, { exact: true }).waitFor();
    expect(await page.getByText("No answer came back.").count()).toBe(0);
    // No figure without what it stands for.
    if (words !== "") await page.getByText("The survey begins with", { exact: true }).waitFor();
    delete answers["POST /ask-sources"];
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText(/\d citations?,/).waitFor();
  });

  it("says no more than it must of an answer stopped before its first word", async () => {
    holdAnswers("");
    const { page } = await stage.visit();
    await openPage(page, "/ask");
    await ask(page, "What does the Kestrel survey say?");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped by you.", { exact: true }).waitFor();
  });

  it("goes on with an answer while somebody looks into another room", async () => {
    const held = holdAnswers("The survey begins with ");
    const { page, complaints } = await stage.visit();
    await openPage(page, "/ask");
    await ask(page, "What does the survey say?");
    await page.getByText("The survey begins with").first().waitFor();
    await page.getByRole("link", { name: "Sources", exact: true }).click();
    await page.getByRole("heading", { name: "Sources", level: 1 }).waitFor();
    expect(held[0]?.response.destroyed).toBe(false);
    const answer = {
      answer: "The survey begins with birds.",
      citations: [],
      conversation_id: "c",
      usage: {},
    };
    held[0]?.response.end(`event: answer\ndata: ${JSON.stringify({ ...answer, elapsed_s: 1 })}\n\n`);
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Ask", exact: true })
      .click();
    await page.getByText("The survey begins with birds.").first().waitFor();
    expect(await page.getByText(/Stopped by you|Broken off/).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("copies an answer with the figures it has on screen", async () => {
    answerEach({ One: "First [1]. Again [2].", Two: "Second [1]. Then [2]." });
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
    await picture(page, `conversation-figures-${backend}`);
  });

  it("asks those of the chosen sources that are left", async () => {
    const [kept, gone] = await Promise.all(
      ["kept.md", "gone.md"].map((name) =>
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
    await page.getByRole("button", { name: /In 2 sources/ }).waitFor();
    await stage.service.call("DELETE", "/delete", { file_id: gone?.file_id });
    await ask(page, "Where did the heron nest?");
    await page.getByText("No answer came back.").waitFor();
    await page.getByRole("button", { name: /In kept\.md/ }).waitFor();
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText(/\d citations?,/).waitFor();
    await page.reload();
    await page.getByRole("button", { name: /In kept\.md/ }).waitFor();
    await ask(page, "When did the heron nest?");
    await expect
      .poll(() => asked)
      .toEqual([[kept?.file_id, gone?.file_id], [kept?.file_id], [kept?.file_id]]);
  });
});

async function bodyOf<Body>(request: IncomingMessage): Promise<Body> {
  const { promise: whole, resolve } = Promise.withResolvers<Body>();
  let text = "";
  request.on("data", (part) => (text += part));
  request.on("end", () => resolve(JSON.parse(text)));
  return whole;
}
