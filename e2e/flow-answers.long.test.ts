import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ModelServer,
  startModelServer,
} from "../packages/server/testing/model-server/start-model-server.ts";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { openPage, picture } from "./support/browser.ts";
import { openOwnStage, type Stage } from "./support/stage.ts";

const warranty =
  "# Warranty\n\nThe warranty period is 24 months from start-up. Wear is not covered.\n\n# Repairs\n\nUnits repaired under bulletin 26-04 begin a new warranty period.";

const node = (id: string, type: string, at: number, config: object = {}) => ({
  ...{ id, type, position: { x: at * 288, y: 0 }, style: { width: 208, height: 96 } },
  data: { name: id, config },
});
const row = (...nodes: ReturnType<typeof node>[]) => ({
  nodes,
  edges: nodes.slice(1).map(({ id }, at) => ({ source: nodes[at]?.id, target: id })),
});

/** How far the page scrolls to the side, in pixels. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

needs("chromium")("answers, chunks and names of flows", () => {
  let models: ModelServer;
  let stage: Stage;
  beforeAll(async () => {
    models = await startModelServer();
    models.answerChat("The warranty period is 24 months from start-up [1]. Wear is not covered [1].");
    stage = await openOwnStage({
      backend: "next",
      environment: { HEADWATER_LANGUAGE_MODEL: `openai-compatible:test@${models.baseUrl}` },
    });
    await stage.service.ingestAndWait("warranty.md", warranty);
    await stage.service.ingestAndWait("kettles.md", "# Kettles\n\nA kettle boils water in four minutes.");
    const files = ["warranty.md", "kettles.md"];
    const create = (name: string, graph: object) =>
      stage.service.fetch(`${stage.service.origin}/flows/create`, {
        method: "POST",
        headers: { authorization: `Bearer ${stage.service.token}`, "content-type": "application/json" },
        body: JSON.stringify({ name, graph }),
      });
    await create(
      "desk",
      row(
        node("files", "dataset", 0, { files }),
        node("cuts", "chunking", 1, {
          chunkingSplitter: "character",
          chunkSize: 90,
          chunkOverlap: 20,
          elementsToRemove: ["Title"],
        }),
        node("finds", "retrieval", 2, { searchType: "keyword", topK: 3 }),
        node("writes", "llm", 3),
        node("answers", "response", 4),
      ),
    );
    await create(
      "names",
      row(node("files", "dataset", 0, { files }), node("graph", "graph-rag", 1), node("end", "response", 2)),
    );
  });
  afterAll(async () => {
    await stage?.close();
    await models?.close();
  });

  describe.each([
    { narrow: false, dark: false },
    { narrow: false, dark: true },
    { narrow: true, dark: false },
    { narrow: true, dark: true },
  ])("narrow: $narrow, dark: $dark", ({ narrow, dark }) => {
    const named = (what: string) => `${what}-${narrow ? 390 : 1440}-${dark ? "dark" : "light"}`;

    it("shows an answer with its citations, which open the very words", async () => {
      const { page, complaints, context } = await stage.visit({ narrow, dark });
      await openPage(page, "/flows/desk");
      await page.getByLabel("Question to simulate").fill("How long is the warranty period?");
      await page.getByRole("button", { name: "Simulate" }).click();
      const came = page.getByRole("region", { name: "What came of it" });
      await came.getByText("The warranty period is 24 months from start-up").first().waitFor();
      await came.getByRole("button", { name: "Citation 1" }).click();
      const note = came.getByRole("note").first();
      await note.locator("q").getByText("The warranty period is 24 months").waitFor();
      await note.getByText("Verified").first().waitFor();
      await picture(page, named("flow-answer"));
      expect(await sideways(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await note.getByRole("link", { name: /^Open/ }).click();
      await page.waitForURL(/\/sources\/[^?]+\?.*quote=The\+warranty\+period/);
      await page.locator("mark").filter({ hasText: "24 months" }).first().waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    });

    it("shows chunks of a chosen file, and what was left out of them", async () => {
      const { page, complaints, context } = await stage.visit({ narrow, dark });
      await openPage(page, "/flows/desk/nodes/cuts");
      await page.getByLabel("File", { exact: true }).selectOption({ index: 2 });
      await page.getByRole("article", { name: "kettles.md" }).waitFor({ state: "detached" });
      const text = page.getByRole("article", { name: "warranty.md" });
      await text.locator("s").getByText("Repairs").waitFor();
      await text.getByText("title, left out").first().waitFor();
      await text.getByRole("button", { name: "Chunk 0 begins" }).click();
      await picture(page, named("flow-chunks"));
      expect(await sideways(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    it("asks who finds the entities of a graph, and how many calls that may take", async () => {
      const { page, complaints, context } = await stage.visit({ narrow, dark });
      await openPage(page, "/flows/names");
      await page.getByText("graph", { exact: true }).first().click();
      const settings = page.getByRole("complementary", { name: "Settings of graph" });
      expect(await settings.getByRole("radio", { name: "rules" }).isChecked()).toBe(true);
      await settings.getByRole("radio", { name: "model" }).check();
      await settings.getByLabel("Calls of the model").fill("0");
      await settings.getByText("Calls of the model must be a whole number, 1 or more.").waitFor();
      await settings.getByLabel("Calls of the model").fill("7");
      await picture(page, named("flow-entities"));
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });
  });
});
