import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage, type VisitOptions } from "./support/browser.ts";
import { type FlowStage, openFlowStage } from "./support/flows/flow-stage.ts";
import { wideGraph } from "./support/flows/graph.ts";
import type { FlowService } from "./support/flows/service-state.ts";

const broke = "How much R290 is in a WP 9?";

needs("chromium")("tests, runs and prompts of flows in the workbench", () => {
  let service: FlowService;
  let stage: FlowStage;
  beforeAll(async () => {
    stage = await openFlowStage("express");
    service = stage.service;
  });
  afterAll(() => stage?.close());
  beforeEach(() => {
    const node = (id: string, type: string, name: string, x: number, y: number, config = {}) => ({
      ...{ id, type, position: { x, y }, style: { width: 208, height: 116 } },
      data: { name, config },
    });
    const graph = {
      nodes: [
        node("d", "dataset", "Manuals", 0, 60, { files: ["warranty.pdf"] }),
        node("t", "testset", "Questions", 0, 260, { questions: [{ question: broke, answer: "0.85 kg" }] }),
        node("s", "smart-rag", "Close reading", 260, 60, { topK: 5 }),
        node("m", "llm", "Writer", 520, 60),
        node("e", "evaluation", "Judge", 780, 260, { needed: { recall: 0.9 } }),
        node("a", "response", "Answer", 780, 60),
      ],
      edges: ["ds", "ts", "sm", "te", "me", "ma"].map(([source = "", target = ""]) => ({ source, target })),
    };
    const revision = {
      revision_id: "r1",
      number: 1,
      created_at: "2026-11-23T10:00:00Z",
      graph: wideGraph(3),
    };
    service.prompts.splice(0);
    service.replayed = [];
    service.flows.clear();
    service.flows.set("support", {
      ...{ name: "support", description: null, graph, version: 1, revisions: [revision], deployed: "r1" },
    });
  });
  const open = async (path: string, options: VisitOptions = {}) => {
    const visited = await stage.visit(options);
    await openPage(visited.page, path);
    return visited;
  };

  it("shows what fails, against the last run in which it passed, and takes a new expectation", async () => {
    const { page, complaints, context } = await open("/flows/support/tests");
    await page.getByText("3 of 5 cases pass. Recall is below 0.90;").waitFor();
    await page.getByRole("row", { name: /^Recall 0\.88 0\.93 0\.90/ }).waitFor();
    const cases = page.getByRole("region", { name: "Cases" }).getByRole("listitem");
    await cases.nth(1).filter({ hasText: "Fails, new" }).waitFor();
    await cases.nth(2).filter({ hasText: "Passes now" }).waitFor();
    await page.getByRole("button", { name: broke }).focus();
    await page.keyboard.press("Enter");
    await cases.first().locator("del", { hasText: "0.85" }).waitFor();
    await cases.first().locator("ins", { hasText: "0.95" }).waitFor();
    await cases.first().getByText("gained 1").waitFor();
    await cases.first().getByText("Close reading: first run").waitFor();
    await cases.first().getByRole("button", { name: "Take this answer as expected" }).click();
    await page.getByText("1 change is not saved.").waitFor();
    await page.getByRole("button", { name: "Run the tests" }).click();
    const questions = () =>
      service.flows.get("support")?.graph.nodes.find(({ id }) => id === "t")?.data.config.questions;
    await expect.poll(questions).toEqual([{ question: broke, answer: "A WP 9 holds 0.95 kg of R290." }]);
    await page.getByRole("button", { name: "Run the tests" }).waitFor();
    await page.getByRole("button", { name: "Test what is deployed" }).click();
    await expect.poll(() => service.replayed).toEqual(["t-2 on r1"]);
    await page.getByRole("link", { name: "Compare with the last green run" }).click();
    await page.getByRole("heading", { level: 3, name: broke }).waitFor();
    await page.getByText("worse: right passage from 1 to 3, another answer").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("replays a run on a revision, and compares it with another", async () => {
    const { page, complaints, context } = await open("/flows/support/runs");
    await page.getByRole("button", { name: "How long is the warranty?" }).click();
    await page.getByLabel("Replay on").selectOption({ label: "On revision 1, deployed" });
    await page.getByRole("button", { name: "Replay" }).click();
    await expect.poll(() => service.replayed).toEqual(["r-1 on r1"]);
    await page.getByRole("link", { name: "Compare with another run" }).click();
    await page.getByLabel("Left").selectOption("t-1");
    await page.getByLabel("Right").selectOption("t-2");
    await page.getByText("Of 5 questions 2 are answered worse, 3 as before.").waitFor();
    await page.getByRole("button", { name: "What does the display show?" }).click();
    await page.getByText("worse: no longer passes").waitFor();
    await page.getByRole("heading", { level: 3, name: "What does the display show?" }).waitFor();
    await page.getByText("Revisions", { exact: true }).first().click();
    await page.getByText("The draft").first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("writes, changes and deletes a prompt where a node names one", async () => {
    const { page, complaints, context } = await open("/flows/support/list");
    await page
      .getByRole("list", { name: "Nodes in running order" })
      .getByRole("button", { name: /^Writer/ })
      .click();
    await page.getByRole("button", { name: "Write a prompt" }).click();
    const editor = (name: string) => page.getByRole("form", { name });
    await editor("New prompt").getByLabel("Name").fill("Short");
    await editor("New prompt").getByLabel("Text").fill("Answer {question} in one line.");
    await page.getByText("Without {context} the model does not see it.").waitFor();
    await editor("New prompt").getByRole("button", { name: "Add the prompt" }).click();
    await expect.poll(() => service.prompts.map(({ name }) => name)).toEqual(["Short"]);
    await page.getByRole("button", { name: "Change it" }).click();
    await editor("Prompt Short").getByLabel("Text").fill("{context} {question}");
    await editor("Prompt Short").getByRole("button", { name: "Save the prompt" }).click();
    await expect.poll(() => service.prompts[0]?.text).toBe("{context} {question}");
    await page.getByRole("button", { name: "Change it" }).click();
    await editor("Prompt Short").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await expect.poll(() => service.prompts).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("adds a case with what is expected of it", async () => {
    const { page, complaints, context } = await open("/flows/support/tests");
    await page.getByRole("button", { name: "Add a case" }).click();
    const settings = page.getByRole("complementary", { name: "Settings of Questions" });
    await settings.getByRole("button", { name: "Add a question" }).click();
    await settings.getByLabel("Question 2", { exact: true }).fill("Who pays?");
    await settings.getByLabel("Sources that should be found for question 2").fill("a, b.pdf; warranty.pdf;");
    await settings.getByRole("button", { name: "Save" }).click();
    const questions = () =>
      service.flows.get("support")?.graph.nodes.find(({ id }) => id === "t")?.data.config.questions;
    await expect
      .poll(questions)
      .toEqual([expect.anything(), { question: "Who pays?", sources: ["a, b.pdf", "warranty.pdf"] }]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("saves a flow with its prompts to a file, and makes another from it where they are missing", async () => {
    const style = { name: "house style", text: "{context} Be brief. {question}" };
    service.prompts.push({ prompt_id: "p-of-here", ...style, created_at: "2026-11-23T10:00:00Z" });
    const writer = service.flows.get("support")?.graph.nodes.find(({ id }) => id === "m");
    Object.assign(writer?.data.config ?? {}, { promptId: "p-of-here" });
    const { page, complaints, context } = await open("/flows/support");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as a file" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("support.yaml");
    const text = await readFile(await file.path(), "utf8");
    expect(text).toMatch(/^name: support\nnodes:\n {2}d:\n {4}type: dataset\n/);
    expect(text).toContain(`prompts:\n  house style: "${style.text}"\n`);
    expect(text).not.toContain("p-of-here");
    // As in another project.
    service.prompts.splice(0);
    await openPage(page, "/flows");
    await page.getByLabel("New flow").getByRole("textbox").fill("copy");
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).click();
    await (await chosen).setFiles({ name: "support.yaml", mimeType: "", buffer: Buffer.from(text) });
    await page.waitForURL("**/flows/copy");
    expect(service.prompts).toMatchObject([style]);
    Object.assign(writer?.data ?? {}, { config: { prompt: "house style" } });
    expect(service.flows.get("copy")?.graph).toEqual(service.flows.get("support")?.graph);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
