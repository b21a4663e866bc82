import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { openPage, picture } from "./support/browser.ts";
import { fillSources } from "./support/fill-sources.ts";
import type { RelayAnswers } from "./support/relay.ts";
import { openStage, type Stage } from "./support/stage.ts";

const count = 260;

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const choose = (page: Page, name: string) => page.getByRole("checkbox", { name: `Choose ${name}` }).click();
const toolbar = (page: Page) => page.getByRole("toolbar", { name: "What to do with the chosen" });

needs("chromium")("a list that is too long to be drawn whole", () => {
  const answers: RelayAnswers = {};
  let stage: Stage;
  /** The newest first. */
  let names: string[];
  const total = async () => (await stage.service.call<unknown[]>("GET", "/")).body.length;

  beforeAll(async () => {
    stage = await openStage({ backend: "next", answers });
    await fillSources(stage.service, count);
    const { body } = await stage.service.call<{ file_name: string; created_at: string }[]>("GET", "/");
    // Uploads beside each other are not recorded in the order of their instants.
    names = body
      .toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
      .map(({ file_name }) => file_name);
  });
  afterAll(() => stage?.close());

  it("says of each row where it stands, and is walked to its end by keyboard", async () => {
    const { page, complaints } = await stage.visit();
    await openPage(page, "/sources");
    const rows = page.locator("li[data-file]");
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThan(80);
    expect(await rows.first().getAttribute("aria-setsize")).toBe("260");
    expect(await rows.first().getAttribute("aria-posinset")).toBe("1");
    const [newest = ""] = names;
    await page.getByRole("link", { name: newest }).focus();
    await page.keyboard.press("End");
    await expect.poll(() => focused(page)).toBe(names.at(-1));
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => focused(page)).toBe(names.at(-2));
    // A row that has the focus keeps it, wherever the list is scrolled to.
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("link", { name: newest }).waitFor();
    expect(await focused(page)).toBe(names.at(-2));
    await page.keyboard.press("Home");
    await expect.poll(() => focused(page)).toBe(newest);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("offers the newest first in a chooser, finds, and keeps what is ticked far away", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/search");
    await page.getByRole("button", { name: /All 260 sources/i }).click();
    const list = page.getByRole("group", { name: /sources/i }).last();
    const boxes = list.locator(".scope-rows input");
    await list.getByRole("checkbox", { name: names[0] ?? "" }).waitFor();
    expect(await boxes.count()).toBeLessThan(60);
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    const oldest = list.getByRole("checkbox", { name: names.at(-1) ?? "" });
    await oldest.click();
    await expect.poll(() => oldest.isChecked()).toBe(true);
    await list.getByRole("searchbox", { name: "Find a source" }).fill("00123");
    await list.getByRole("checkbox", { name: "letter 00123.txt" }).click();
    await page.getByRole("button", { name: /2 sources/i }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("deletes many, goes on after failures, and says which failed and why", async () => {
    const { page } = await stage.visit();
    let seen = 0;
    let running = 0;
    let most = 0;
    answers["DELETE /delete"] = (request, response, pass) => {
      seen += 1;
      running += 1;
      most = Math.max(most, running);
      response.on("close", () => {
        running -= 1;
      });
      if (seen % 20 !== 0) return pass();
      request.resume();
      response.writeHead(400, { "content-type": "application/json" });
      response.end('{"detail":"The cat sits on it"}');
    };
    await openPage(page, "/sources?q=letter%20001");
    await choose(page, "letter 00199.txt");
    await toolbar(page).getByRole("button", { name: "Choose all 100" }).click();
    await toolbar(page).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete 100 for good" }).click();
    const line = page.getByRole("region", { name: "Under way" });
    await line.getByText(/ of 100 are deleted\./).waitFor();
    // It goes on while the user does something else.
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
    await page.getByRole("button", { name: /All \d+ sources/i }).waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sources" }).click();
    await line.getByText("95 of 100 are deleted. 5 were not.").waitFor();
    await line.getByText(/and 2 more: .*The cat sits on it/).waitFor();
    expect(most).toBeLessThanOrEqual(4);
    expect(await total()).toBe(count - 95);
    await picture(page, "long-list-not-deleted");
    expect(await accessibilityProblems(page)).toEqual([]);
    delete answers["DELETE /delete"];
    await line.getByRole("button", { name: "Delete those again" }).click();
    await expect.poll(total).toBe(count - 100);
    await line.waitFor({ state: "detached" });
  });

  it("reads many again, says how far it is, and stops when it is told to", async () => {
    const { page } = await stage.visit();
    const held: (() => void)[] = [];
    let started = 0;
    answers["POST /reprocess"] = (_, __, pass) => {
      started += 1;
      if (started <= 8) pass();
      else held.push(pass);
    };
    await openPage(page, "/sources?q=letter%20000");
    await choose(page, "letter 00099.txt");
    await toolbar(page).getByRole("button", { name: "Choose all 100" }).click();
    await toolbar(page).getByRole("button", { name: "Read again" }).click();
    await page.getByRole("button", { name: "Read 100 again" }).click();
    const line = page.getByRole("region", { name: "Under way" });
    await line.getByText(/ of 100 are started\./).waitFor();
    await expect.poll(() => held.length).toBe(4);
    await line.getByRole("button", { name: "Stop the rest" }).click();
    for (const pass of held) pass();
    await line.getByText("12 of 100 are started. 88 were left as they were.").waitFor();
    await line.getByRole("button", { name: "Clear this" }).click();
    await line.waitFor({ state: "detached" });
    delete answers["POST /reprocess"];
  });
});
