import { openPage, untilHandled } from "../browser.ts";
import { askedCase } from "../flows/filled-flow.ts";
import type { Opening } from "./pictured-rooms.ts";

const opened =
  (path: string, further?: Opening): Opening =>
  async (page) => {
    await openPage(page, `/flows${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await further?.(page);
    await untilHandled(page);
  };

const question = encodeURIComponent(askedCase);

/** The rooms of flows, for the flow that is filled. */
export const flowRooms: Record<string, Opening> = {
  flows: opened("", (page) => page.getByRole("link", { name: "support" }).waitFor()),
  "a flow on the canvas": opened("/support", (page) =>
    page.getByRole("application").locator(".node").first().waitFor(),
  ),
  "a flow before it is deployed": opened("/support", async (page) => {
    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    await page.getByRole("button", { name: "Deploy the draft" }).waitFor();
  }),
  "a flow as a list": opened("/support/list", async (page) => {
    const nodes = page.getByRole("list", { name: "Nodes in running order" });
    await nodes.getByRole("button", { name: /^Writer/ }).click();
    await page.getByRole("button", { name: "Write a prompt" }).click();
    await page.getByRole("form", { name: "New prompt" }).waitFor();
  }),
  "a flow with a result": opened("/support/list", async (page) => {
    await page.getByLabel("Question to simulate").fill("How long is the warranty?");
    await page.getByRole("button", { name: "Simulate" }).click();
    await page.getByText(/from the draft for/).waitFor();
  }),
  tests: opened("/support/tests", async (page) => {
    await page.getByRole("button", { name: askedCase }).click();
    await page.getByText("gained 1").waitFor();
  }),
  runs: opened("/support/runs", async (page) => {
    await page.getByRole("button", { name: "How long is the warranty?" }).click();
    await page.getByRole("button", { name: "Replay" }).waitFor();
  }),
  revisions: opened("/support/revisions", (page) =>
    page
      .getByRole("button", { name: /^Go back to/ })
      .first()
      .waitFor(),
  ),
  compare: opened("/support/compare", (page) => page.getByLabel("Left").waitFor()),
  "compare, runs": opened(`/support/compare?of=runs&from=t-1&to=t-2&question=${question}`, (page) =>
    page.getByRole("heading", { level: 3 }).waitFor(),
  ),
  "chunks of a node": opened("/support/nodes/c"),
  "names of a node": opened("/support/nodes/g"),
};

/** The same for a flow in which nothing was done yet. */
export const emptyFlowRooms: Record<string, Opening> = {
  "an empty flow": opened("/empty"),
  "an empty flow as a list": opened("/empty/list"),
  "no tests": opened("/empty/tests"),
  "no runs": opened("/empty/runs"),
  "no revisions": opened("/empty/revisions"),
  "nothing to compare": opened("/empty/compare"),
};

/** The same for a service that knows the flow, and fails at all that is asked about it. */
export const failingFlowRooms: Record<string, Opening> = Object.fromEntries(
  ["/tests", "/runs", "/revisions", "/nodes/c", "/nodes/g"].map((path) => [
    `failing: ${path}`,
    opened(`/support${path}`, (page) => page.getByRole("alert").first().waitFor()),
  ]),
);
