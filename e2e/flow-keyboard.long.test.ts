import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage, type Visit } from "./support/browser.ts";
import { askedCase, filledFlow } from "./support/flows/filled-flow.ts";
import { type FlowStage, openFlowStage } from "./support/flows/flow-stage.ts";
import { type Keyboard, keyboardOf } from "./support/keyboard.ts";

needs("chromium")("rooms of flows by keyboard alone", () => {
  let stage: FlowStage;
  let page: Visit["page"];
  let keys: Keyboard;
  beforeAll(async () => {
    stage = await openFlowStage("next");
    ({ page } = await stage.visit());
    keys = keyboardOf(page);
  });
  beforeEach(() => {
    stage.service.flows.clear();
    stage.service.flows.set("support", filledFlow());
  });
  afterAll(() => stage?.close());

  it("makes a flow, sets a node, simulates, opens results, deploys and deletes", async () => {
    await openPage(page, "/flows");
    await keys.tabTo("New flow");
    await keys.write("returns-desk");
    await keys.tabTo(/^(Search|Chat)/);
    await keys.press("ArrowDown", "ArrowUp");
    const make = page.getByRole("button", { name: "Make the flow" });
    await expect.poll(() => make.isEnabled()).toBe(true);
    await keys.tabTo("Make the flow");
    await keys.press("Enter");
    await page.waitForURL("**/flows/returns-desk");
    await keys.isAt("returns-desk");

    await keys.tabTo("Canvas of returns-desk");
    await keys.press("Home", "ArrowRight", "Enter");
    const heading = await keys.focused();
    await keys.tabTo("Passages");
    await keys.press("Control+a");
    await keys.write("8");
    await keys.tabTo("Save");
    await keys.press("Enter");
    const topK = () =>
      stage.service.flows.get("returns-desk")?.graph.nodes.map(({ data }) => data.config.topK);
    await expect.poll(topK).toContain(8);
    await keys.isAt("Save");
    await keys.press("Escape");
    await keys.isAt("Canvas of returns-desk");

    await keys.tabTo("Question to simulate");
    await keys.write("How long is the warranty?");
    await keys.tabTo("Simulate");
    await keys.press("Enter");
    await page.getByText(/from the draft for/).waitFor();
    await keys.isSomewhere();
    await keys.tabTo("Deploy", { back: true });
    await keys.press("Enter");
    await keys.isAt("Deploy the draft");
    await keys.press("Escape");
    await keys.isAt("Deploy");
    await keys.press("Enter");
    await keys.isAt("Deploy the draft");
    await keys.press("Enter");
    await page.getByText("Revision 1 is deployed").waitFor();
    await keys.isAt("Deploy");

    await keys.tabTo("Results and why it runs");
    await keys.press("Enter");
    await page.waitForURL("**/nodes/**");
    await keys.isAt(heading);

    await openPage(page, "/flows");
    await page.getByRole("link", { name: "returns-desk" }).focus();
    await keys.tabTo("Delete");
    await keys.press("Enter");
    await keys.isAt("Keep it");
    await keys.tabTo("It is deployed. Type its name to delete it.", { back: true });
    await keys.write("returns-desk");
    await keys.tabTo("Delete for good");
    await keys.press("Enter");
    await expect.poll(() => stage.service.flows.has("returns-desk")).toBe(false);
    await page.getByRole("link", { name: "returns-desk" }).waitFor({ state: "detached" });
    await expect.poll(() => keys.focused()).toMatch(/^(support|Flows)$/);
  });

  it("adds a node, walks the list and removes one", async () => {
    await openPage(page, "/flows/support");
    await keys.tabTo("reranking");
    await keys.press("Enter");
    await keys.isAt("Best first");
    await keys.tabTo("Save all", { back: true });
    await keys.press("Enter");
    await page.getByRole("button", { name: "Save all" }).waitFor({ state: "detached" });
    await keys.isSomewhere();
    await keys.tabTo("List");
    await keys.press("Enter");
    await page.getByRole("list", { name: "Nodes in running order" }).waitFor();
    await expect.poll(() => keys.focused()).toMatch(/^(List|support)$/);
    await keys.tabTo(/, (dataset|testset|reranking)/);
    await keys.press("Home", "ArrowDown", "Delete");
    await keys.isAt("Keep it");
    await keys.press("Escape");
    await keys.isAt(/, /);
    await keys.press("Delete");
    await keys.tabTo("Remove the node", { back: true });
    await keys.press("Enter");
    await keys.isAt(/, /);
  });

  it("opens a case, takes its answer, and runs the tests", async () => {
    await openPage(page, "/flows/support/tests");
    await keys.tabTo(askedCase);
    await keys.press("Enter");
    await page.getByText("gained 1").waitFor();
    await keys.tabTo("Take this answer as expected");
    await keys.press("Enter");
    await page.getByText("1 change is not saved.").waitFor();
    await keys.isSomewhere();
    await keys.tabTo("Run the tests", { back: true });
    await keys.press("Enter");
    await keys.isAt(/^(Run the tests|Testing)$/);
    await page.getByText("1 change is not saved.").waitFor({ state: "detached" });
    await keys.isAt("Run the tests");
    await keys.tabTo("Test what is deployed", { back: true });
    await keys.press("Enter");
    await keys.isAt("Test what is deployed");
  });

  it("replays a run, compares revisions and goes back to one", async () => {
    await openPage(page, "/flows/support/runs");
    await keys.tabTo("How long is the warranty?");
    await keys.press("Enter");
    await keys.tabTo("Replay");
    await keys.press("Enter");
    await expect.poll(() => stage.service.replayed.length).toBeGreaterThan(0);
    await keys.isAt("Replay");
    await keys.tabTo("Revisions", { back: true });
    await keys.press("Enter");
    await page.getByRole("button", { name: "Go back to 2" }).waitFor();
    await keys.tabTo("Go back to 2");
    await keys.press("Enter");
    await keys.isAt("Not now");
    await keys.press("Escape");
    await keys.isAt("Go back to 2");
    await keys.press("Enter");
    await keys.tabTo("Go back to it", { back: true });
    await keys.press("Enter");
    await page.getByText("Revision 2 is deployed").waitFor();
    await keys.isSomewhere();
    await keys.tabTo("Compare", { back: true });
    await keys.press("Enter");
    await page.getByLabel("Left").waitFor();
    await keys.tabTo("Left");
    await keys.press("ArrowDown");
    await expect.poll(() => keys.focused()).toBe("Left");
  });
});
