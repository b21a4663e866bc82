import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage, type VisitOptions } from "./support/browser.ts";
import { type FlowStage, openFlowStage } from "./support/flows/flow-stage.ts";
import { wideGraph } from "./support/flows/graph.ts";
import type { FlowService } from "./support/flows/service-state.ts";

const status = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const canvas = (page: Page) => page.getByRole("application", { name: "Canvas of support" });
const drawn = (page: Page, name: string) => canvas(page).locator(".node").filter({ hasText: name });
const row = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Nodes in running order" })
    .getByRole("button", { name: new RegExp(`^${name}`) });
const settings = (page: Page, name: string) =>
  page.getByRole("complementary", { name: `Settings of ${name}` });

needs("chromium")("flows in the workbench", () => {
  let service: FlowService;
  let stage: FlowStage;

  beforeAll(async () => {
    stage = await openFlowStage("next");
    service = stage.service;
  });
  afterAll(() => stage?.close());
  beforeEach(() => {
    service.gate = undefined;
    service.stopped = [];
    service.flows.clear();
    service.flows.set("support", {
      name: "support",
      description: null,
      graph: wideGraph(0),
      version: 1,
      revisions: [],
      deployed: null,
    });
    const node = (id: string, type: string, name: string, x: number, y: number, config = {}) => ({
      id,
      type,
      position: { x, y },
      style: { width: 208, height: 116 },
      data: { name, config },
    });
    const flow = service.flows.get("support");
    if (flow)
      flow.graph = {
        nodes: [
          node("d", "dataset", "Manuals", 0, 60, { files: ["warranty.pdf"] }),
          node("c", "chunking", "By heading", 260, 60, { chunkingSplitter: "title", chunkSize: 400 }),
          node("s", "smart-rag", "Close reading", 520, 0, { topK: 5 }),
          node("g", "graph-rag", "Who does what", 520, 160, { topK: 5 }),
          node("a", "response", "Answer", 780, 60),
        ],
        edges: ["dc", "cs", "cg", "sa", "ga"].map(([source = "", target = ""]) => ({ source, target })),
      };
  });
  const open = async (path: string, options: VisitOptions = {}) => {
    const visited = await stage.visit(options);
    await openPage(visited.page, path);
    return visited;
  };

  it("makes a flow from a template and chosen sources, opens it, and deletes it by its name", async () => {
    const { page, complaints, context } = await open("/flows");
    await page.getByText("One flow. One was never deployed.").waitFor();
    await page.getByLabel("New flow").getByRole("textbox").fill("Returns");
    await page.getByText("Small letters, figures and hyphens").waitFor();
    await page.getByLabel("New flow").getByRole("textbox").fill("returns-desk");
    await page.getByRole("radio", { name: /^Search/ }).check();
    await page.getByRole("button", { name: "Make the flow" }).click();
    await page.waitForURL("**/flows/returns-desk");
    expect(service.flows.get("returns-desk")?.graph.nodes[0]?.data.config.files).toHaveLength(3);
    await page.getByRole("heading", { level: 1, name: "returns-desk" }).waitFor();

    await page.getByRole("button", { name: "Deploy" }).click();
    await page.getByRole("button", { name: "Deploy the draft" }).click();
    await page.getByText("Revision 1 is deployed").waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Flows" }).click();
    const item = page.getByRole("listitem").filter({ hasText: "returns-desk" });
    await item.getByText("Deployed", { exact: true }).waitFor();
    await item.hover();
    await item.getByRole("button", { name: "Delete" }).click();
    const forGood = page.getByRole("button", { name: "Delete for good" });
    expect(await forGood.isDisabled()).toBe(true);
    await page.getByLabel("Type its name to delete it.").fill("returns-desk");
    await forGood.click();
    await status(page, "returns-desk is deleted.").waitFor({ state: "attached" });
    expect(service.flows.has("returns-desk")).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("checks settings within the bounds of the spec, saves them, and says when others changed the flow", async () => {
    const { page, context } = await open("/flows/support");
    await drawn(page, "By heading").click();
    const panel = settings(page, "By heading");
    await panel.getByLabel("Size").fill("600");
    await panel.getByLabel("Shared").fill("700");
    await panel.getByText("Shared must be smaller than the size, 600.").waitFor();
    expect(await panel.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await panel.getByLabel("Shared").fill("60");
    await drawn(page, "By heading").getByText("Edited, not saved").waitFor();
    await panel.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => service.flows.get("support")?.version).toBe(2);
    expect(service.flows.get("support")?.graph.nodes[1]?.data.config).toMatchObject({
      chunkSize: 600,
      chunkOverlap: 60,
    });

    const flow = service.flows.get("support");
    await panel.getByLabel("Size").fill("500");
    await drawn(page, "By heading").getByText("Edited, not saved").waitFor();
    if (flow) flow.version = 9;
    await panel.getByRole("button", { name: "Save" }).click();
    await page.getByText("The flow was changed meanwhile, not here.").waitFor();
    await page.getByRole("button", { name: "Save mine over it" }).click();
    await expect.poll(() => flow?.graph.nodes[1]?.data.config.chunkSize).toBe(500);
    await context.close();
  });

  it("lights nodes up in order while a simulation runs, and shows what came of it", async () => {
    const { page, complaints, context } = await open("/flows/support");
    let next = () => {};
    service.gate = () => new Promise((resolve) => (next = resolve));
    await page.getByLabel("Question to simulate").fill("How long is the warranty?");
    await page.getByRole("button", { name: "Simulate" }).click();
    for (const name of ["Manuals", "By heading", "Close reading", "Who does what", "Answer"]) {
      await drawn(page, name).getByText("Running").waitFor();
      next();
    }
    await page.getByText("The warranty period is 24 months").waitFor();
    await drawn(page, "By heading").getByText("3 chunks").waitFor();
    await drawn(page, "By heading").click();
    await settings(page, "By heading").getByRole("link", { name: "Results and why it runs" }).click();
    await page.getByText("It is kept: nothing changed.").waitFor();
    await page.getByRole("button", { name: "Chunk 1 begins" }).click();
    await page.getByRole("region", { name: "Chunk 1", exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("stops a simulation at the service, and asks before unsaved changes are left", async () => {
    const { page, context } = await open("/flows/support");
    service.gate = () => new Promise(() => {});
    await page.getByLabel("Question to simulate").fill("How long is the warranty?");
    await page.getByRole("button", { name: "Simulate" }).click();
    await drawn(page, "Manuals").getByText("Running").waitFor();
    await page.getByRole("button", { name: "Stop the simulation" }).click();
    await expect.poll(() => service.stopped).toEqual(["r-1"]);
    await drawn(page, "Manuals").getByText("Not run yet").waitFor();

    await page.getByRole("button", { name: "testset" }).click();
    await drawn(page, "Test set").getByText("Not saved").waitFor();
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    const away = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" });
    await page.getByRole("link", { name: "Revisions" }).click();
    await page.getByText("Nothing was deployed yet.").waitFor();
    await away.click();
    expect(asked).toHaveLength(1);
    expect(page.url()).toContain("/flows/support/revisions");
    await away.click();
    await page.waitForURL("**/search");
    await context.close();
  });

  it("joins, adds and removes nodes with the keyboard alone, on the canvas and in the list", async () => {
    const { page, context } = await open("/flows/support");
    await canvas(page).focus();
    await page.keyboard.press("Home");
    await status(page, "Manuals, dataset, not run yet, before By heading").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await status(page, "Who does what, graph-rag").waitFor({ state: "attached" });
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Remove the node" }).click();
    await expect.poll(() => drawn(page, "Who does what").count()).toBe(0);
    await page.keyboard.press("Home");
    await page.keyboard.press("c");
    await page.getByText("Manuals to Close reading, 1 of 1.").first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save all" }).click();
    const edges = () =>
      service.flows.get("support")?.graph.edges.map(({ source, target }) => source + target);
    await expect.poll(edges).toEqual(["dc", "cs", "sa", "ds"]);

    await page.getByRole("navigation", { name: "support" }).getByRole("link", { name: "List" }).click();
    await row(page, "Manuals").focus();
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("By heading, chunking");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("settings-heading");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("row-c");
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Remove the node" }).click();
    await page.getByRole("button", { name: "Save all" }).click();
    await expect.poll(edges).toEqual(["sa", "ds"]);
    await context.close();
  });

  it("compares two revisions, and goes back to one", async () => {
    const { page, complaints, context } = await open("/flows/support");
    const deploy = async (number: number) => {
      await page.getByRole("button", { name: "Deploy", exact: true }).click();
      await page.getByRole("button", { name: "Deploy the draft" }).click();
      await page.getByText(`Revision ${number} is deployed`).waitFor();
      // What is below the question moves up when it closes, which may be later than the new state is shown.
      await page.getByRole("group", { name: "Deploy support" }).waitFor({ state: "detached" });
    };
    await deploy(1);
    await drawn(page, "Close reading").click();
    await settings(page, "Close reading").getByLabel("Passages").fill("8");
    await settings(page, "Close reading").getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "The draft differs in 1 node" }).click();
    await page.getByText("The draft sets 1 node differently, against revision 1.").waitFor();
    await page.getByText("topK 8").waitFor();
    await deploy(2);
    await page.getByRole("link", { name: "Revisions" }).click();
    await page.getByRole("button", { name: "Go back to 1" }).click();
    await page.getByRole("button", { name: "Go back to it" }).click();
    await page.getByText("Revision 1 is deployed").waitFor();
    await page.getByRole("link", { name: "Runs" }).click();
    await page.getByRole("button", { name: "How long is the warranty?" }).click();
    await page.getByRole("cell", { name: "nothing changed" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows the passages that hold a chosen name, and how the last question went", async () => {
    const flow = service.flows.get("support");
    for (const node of flow?.graph.nodes ?? []) node.data.result = { updated: true };
    const { page, complaints, context } = await open("/flows/support/nodes/g");
    const passages = (name: string) => page.getByRole("region", { name: `Passages with ${name}` });
    await passages("Bulletin 26-04").getByText("1 passage of the last question holds it.").waitFor();
    expect(await passages("Bulletin 26-04").locator("mark").textContent()).toBe("bulletin 26-04");
    await page
      .getByRole("region", { name: "How the last question went" })
      .getByText("to handbook.pdf")
      .waitFor();
    await page.getByRole("button", { name: "warranty period" }).first().click();
    await passages("warranty period").getByText("No passage of the last question holds it.").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
