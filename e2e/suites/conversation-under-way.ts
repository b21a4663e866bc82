import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { needs } from "../../scripts/testing/needs.ts";
import { bodyOf, holdAnswers } from "../support/answers.ts";
import { ask } from "../support/ask-room.ts";
import { openPage } from "../support/browser.ts";
import { report } from "../support/documents.ts";
import type { RelayAnswers } from "../support/relay.ts";
import { openStage, type Stage } from "../support/stage.ts";
import type { Backend } from "../support/workbench.ts";

export const conversationUnderWay = (backend: Backend) =>
  needs("chromium")(`a conversation under way, by ${backend}`, () => {
    const answers: RelayAnswers = {};
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage({ backend, answers });
      await stage.service.ingestAndWait(report.name, report.buffer);
    });
    afterEach(() => void delete answers["POST /ask-sources"]);
    afterAll(() => stage?.close());

    it("keeps one conversation id until the user starts a new conversation", async () => {
      const bodies: { conversation_id?: string | null }[] = [];
      answers["POST /ask-sources"] = (request, _, pass) => {
        void bodyOf<(typeof bodies)[number]>(request).then((body) => bodies.push(body));
        pass();
      };
      const { page } = await stage.visit();
      await openPage(page, "/ask");
      for (const question of [
        "What does the Kestrel survey say?",
        "What is the Kestrel survey?",
        "Where is the Kestrel survey?",
      ]) {
        const finished = page.getByRole("button", { name: "Ask again" });
        if (question === "Where is the Kestrel survey?") {
          await page.getByRole("button", { name: "Start a new one" }).click();
          await finished.first().waitFor({ state: "detached" });
        }
        const before = await finished.count();
        await ask(page, question);
        await expect.poll(() => finished.count()).toBe(before + 1);
      }
      const [first, second, third] = bodies.map(({ conversation_id }) => conversation_id ?? undefined);
      expect(first).toBeUndefined();
      expect(second).toMatch(/\S/);
      expect(third).toBeUndefined();
      await openPage(page, "/ask");
      await page.getByRole("heading", { name: "Where is the Kestrel survey?" }).waitFor();
      expect(await page.getByRole("heading", { name: "What is the Kestrel survey?" }).count()).toBe(0);
    });

    it("stops an answer that is being written: its text stays, and the request to the service is aborted", async () => {
      const held = holdAnswers(answers, "The survey begins with ");
      const { page, complaints } = await stage.visit();
      await openPage(page, "/ask");
      await ask(page, "What does the Kestrel survey say?");
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

    it.each([
      ["The survey begins [1] with", "Broken off when you left. What was written stays."],
      ["", "Broken off when you left."],
    ])("keeps %j of an answer when the page is reloaded, and blames nobody", async (words, said) => {
      holdAnswers(answers, words);
      const { page } = await stage.visit();
      await openPage(page, "/ask");
      await ask(page, "What does the Kestrel survey say?");
      await page.getByText("Writing", { exact: true }).first().waitFor();
      if (words !== "") await page.getByText("The survey begins").first().waitFor();
      await page.reload();
      await page.getByText(said, { exact: true }).waitFor();
      expect(await page.getByText("No answer came back.").count()).toBe(0);
      // A figure is shown only with its citation.
      if (words !== "") await page.getByText("The survey begins with", { exact: true }).waitFor();
      delete answers["POST /ask-sources"];
      await page.getByRole("button", { name: "Ask again" }).click();
      await page.getByText(/\d citations?,/).waitFor();
    });

    it("continues an answer while the user visits another page", async () => {
      const held = holdAnswers(answers, "The survey begins with ");
      const { page, complaints } = await stage.visit();
      await openPage(page, "/ask");
      await ask(page, "What does the Kestrel survey say?");
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
  });
