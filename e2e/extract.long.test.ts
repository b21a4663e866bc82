import type { ServerResponse } from "node:http";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { bodyOf } from "./support/answers.ts";
import { openPage, untilHandled } from "./support/browser.ts";
import type { RelayAnswer, RelayAnswers } from "./support/relay.ts";
import { openStage, type Stage } from "./support/stage.ts";

/** Enough sources that their list has a search field. */
const names = Array.from({ length: 10 }, (_, index) => `bill-${index}.txt`);

/** The order of the list and of the rows. */
const newestFirst = names.toReversed();

const schema = JSON.stringify({
  type: "object",
  properties: { total: { type: "number" }, issuer: { type: "string" } },
});

needs("chromium")("an extraction", () => {
  const answers: RelayAnswers = {};
  /** File ids by name. */
  const ids: Record<string, string> = {};
  let stage: Stage;
  let page: Page;

  beforeAll(async () => {
    stage = await openStage({ backend: "next", answers });
    for (const name of names) {
      const { file_id } = await stage.service.ingestAndWait(name, `A bill about Kestrel, called ${name}.`);
      ids[name] = file_id;
    }
  });
  afterAll(() => stage?.close());

  const open = async (path = "/extract", narrow = false) => {
    ({ page } = await stage.visit({ narrow }));
    await openPage(page, path);
    await chooser().filter({ hasText: "ll 10 sources" }).waitFor();
  };
  const chooser = () => page.getByRole("button", { name: /^Sources/ });
  const start = () => page.getByRole("button", { name: /^Extract/ });
  const stop = () => page.getByRole("button", { name: "Stop" });
  const result = () => page.getByRole("region", { name: "Result" });
  const editor = () => page.getByRole("textbox", { name: "Schema editor" });
  const template = () => page.getByLabel("Schema", { exact: true });
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
  const isTicked = (name: string) => expect.poll(() => box(name).isChecked());

  it("keeps finished rows after a reload, and retries the others", async () => {
    const begun: string[] = [];
    answers["POST /run-extraction"] = answerWith((name, response) => {
      begun.push(name);
      if (name === newestFirst[1]) refuse(response);
      // The other requests get no answer.
      else if (begun.length <= 3) succeed(response, name);
    });
    await open();
    await editor().fill(schema);
    await start().click();
    await result().getByText("2 of 10 rows").waitFor();
    await result().getByText("The model is busy.").waitFor();
    await page.reload();
    await result().getByText("2 of 10 rows").waitFor();
    expect(await result().getByText(`Company ${newestFirst[0]} Ltd`).count()).toBe(1);
    expect(await result().getByText("The model is busy.").count()).toBe(1);
    expect(await result().getByText("Stopped", { exact: true }).count()).toBe(7);
    begun.length = 0;
    answers["POST /run-extraction"] = answerWith((name, response) => {
      begun.push(name);
      succeed(response, name);
    });
    await page.getByRole("button", { name: "Try these 8 sources again" }).click();
    await result().getByText("10 rows, 20 values").waitFor();
    expect(begun.sort()).toEqual(newestFirst.filter((_, index) => index !== 0 && index !== 2).sort());
  });

  it("starts once at a double-click, and has a separate button to stop", async () => {
    let calls = 0;
    answers["POST /run-extraction"] = answerWith((name, response) => {
      calls += 1;
      if (calls <= names.length) succeed(response, name);
    });
    await open();
    const sent = postsOf(page);
    await editor().fill(schema);
    await start().dblclick();
    await result().getByText("10 rows, 20 values").waitFor();
    // The second click of a double-click, after the run has ended.
    await start().hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await untilHandled(page);
    expect(sent).toHaveLength(10);
    expect(await stop().count()).toBe(0);
    // The second run gets no answers.
    await start().dblclick();
    await result().getByText("Reading", { exact: true }).first().waitFor();
    const place = await stop().boundingBox();
    await stop().click();
    await result().getByText("Stopped", { exact: true }).first().waitFor();
    expect(await result().getByText("Stopped", { exact: true }).count()).toBe(10);
    // A second click on the button that has disappeared starts nothing.
    const before = sent.length;
    await page.mouse.click((place?.x ?? 0) + 20, (place?.y ?? 0) + 10);
    await untilHandled(page);
    expect(sent).toHaveLength(before);
    expect(await result().getByText("Stopped", { exact: true }).count()).toBe(10);
  });

  it("keeps the user's changes of the schema when another template is chosen", async () => {
    await open();
    await editor().fill(schema);
    await expect.poll(() => template().inputValue()).toBe("Your own");
    await template().selectOption("CV");
    await editor().press("End");
    await editor().pressSequentially(" ");
    await expect.poll(() => template().inputValue()).toBe("CV, edited");
    const edited = await editor().inputValue();
    await template().selectOption("Invoice");
    await page.reload();
    await template().selectOption("Your own");
    expect(await editor().inputValue()).toBe(schema);
    await template().selectOption("CV, edited");
    expect(await editor().inputValue()).toBe(edited);
  });

  it.each([
    ["/ask", false],
    ["/search", false],
    ["/extract", false],
    ["/ask", true],
    ["/search", true],
    ["/extract", true],
  ])("ticks a source whose name is pressed, in %s, narrow: %s", async (path, narrow) => {
    await open(path, narrow);
    const press = (target: Locator) => (narrow ? target.tap() : target.click());
    await press(chooser());
    const find = await page.getByRole("searchbox", { name: "Find a source" }).boundingBox();
    expect(find?.y).toBeGreaterThanOrEqual(0);
    await press(page.getByText("bill-3.txt", { exact: true }));
    await isTicked("bill-3.txt").toBe(true);
    await press(page.getByText("bill-4.txt", { exact: true }));
    await isTicked("bill-4.txt").toBe(true);
    await isTicked("bill-3.txt").toBe(true);
    await press(page.getByText("bill-4.txt", { exact: true }));
    await isTicked("bill-4.txt").toBe(false);
    await page.keyboard.press("Escape");
    await box("bill-3.txt").waitFor({ state: "detached" });
    // The name of a file is unchanged.
    await expect.poll(() => chooser().textContent()).toMatch(/^(In )?bill-3\.txt$/);
    await press(chooser());
    await box("bill-3.txt").waitFor();
    await page.mouse.click(5, 5);
    await box("bill-3.txt").waitFor({ state: "detached" });
  });

  it.each(["/ask", "/extract"])("finds a source by Enter, which sends nothing, in %s", async (path) => {
    await open(path);
    const sent = postsOf(page);
    if (path === "/ask") await page.getByRole("textbox", { name: "Your question" }).fill("What is Kestrel?");
    else await editor().fill(schema);
    await chooser().click();
    const find = page.getByRole("searchbox", { name: "Find a source" });
    await find.fill("bill");
    await find.press("Enter");
    await isTicked("All sources").toBe(true);
    await find.fill("bill-7");
    await find.press("Enter");
    await isTicked("bill-7.txt").toBe(true);
    await find.press("Enter");
    await box("bill-7.txt").press("Enter");
    await untilHandled(page);
    expect(await box("bill-7.txt").isChecked()).toBe(true);
    expect(sent).toEqual([]);
  });

  it("keeps showing the evidence of a clicked value until it is released", async () => {
    answers["POST /run-extraction"] = answerWith((name, response) => succeed(response, name));
    await open();
    await editor().fill(schema);
    await start().click();
    await result().getByText("10 rows, 20 values").waitFor();
    const evidence = page.getByRole("complementary", { name: "The place of the value" });
    const value = (index: number) =>
      result().getByRole("button", { name: `Company bill-${index}.txt Ltd`, exact: true });
    const shows = (index: number) => evidence.getByText(`, bill-${index}.txt`).waitFor();
    await value(0).hover();
    await shows(0);
    await value(1).hover();
    await shows(1);
    await value(1).click();
    await value(5).hover();
    await shows(1);
    await value(5).click();
    await shows(5);
    const from = await value(5).boundingBox();
    const to = await evidence.getByRole("link", { name: "Open page 1" }).boundingBox();
    if (!from || !to) throw new Error("The value or the link has no place");
    await page.mouse.move(to.x + 5, to.y + 5, { steps: 40 });
    await shows(5);
    await page.keyboard.press("Escape");
    await value(2).hover();
    await shows(2);
    await value(2).click();
    await value(2).click();
    await value(3).hover();
    await shows(3);
    await value(4).click();
    await value(4).hover();
    await page.getByRole("link", { name: "Open page 1" }).click();
    await page.waitForURL(`**/sources/${ids["bill-4.txt"]}?page=1*`);
  });

  it("leaves space between a number and the words after it", async () => {
    answers["POST /run-extraction"] = answerWith((name, response) => succeed(response, name));
    await open();
    await editor().fill(schema);
    await start().click();
    await result().getByText("10 rows, 20 values").waitFor();
    const gap = await page
      .getByRole("cell")
      .filter({ hasText: "150.5" })
      .first()
      .evaluate((cell) => {
        const [number, words] = [cell, cell.nextElementSibling].map((each) =>
          each?.querySelector("button")?.getBoundingClientRect(),
        );
        return (words?.left ?? 0) - (number?.right ?? 0);
      });
    // Both are 6 px wider than their words on each side.
    expect(gap).toBeGreaterThanOrEqual(10);
  });

  it("counts only sources that exist", async () => {
    await open();
    await chooser().click();
    for (const name of ["bill-7.txt", "bill-8.txt", "bill-9.txt"]) await box(name).check();
    await page.getByRole("button", { name: "Extract from 3 sources" }).waitFor();
    await stage.service.call("DELETE", "/delete", { file_id: ids["bill-9.txt"] });
    await page.reload();
    await page.getByRole("button", { name: "Extract from 2 sources" }).waitFor();
    expect(await chooser().textContent()).toBe("2 sources");
    await chooser().click();
    await box("bill-8.txt").uncheck();
    expect(await chooser().textContent()).toBe("bill-7.txt");
    await box("bill-7.txt").uncheck();
    await isTicked("All sources").toBe(true);
  });

  /** Answers an extraction according to the name of its only source. */
  function answerWith(answer: (name: string, response: ServerResponse) => void): RelayAnswer {
    return (request, response) => {
      void bodyOf<{ file_ids: string[] }>(request).then(({ file_ids: [fileId] }) =>
        answer(names.find((name) => ids[name] === fileId) ?? "", response),
      );
    };
  }

  function succeed(response: ServerResponse, name: string) {
    const issuer = `Company ${name} Ltd`;
    const evidence = [
      { path: "/issuer", file_id: ids[name], element_id: "el-0000", page_number: 1, text: issuer },
    ];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        user_instruction: "One bill per source.",
        file_ids: [ids[name]],
        structured_output: { total: 150.5, issuer },
        evidence,
      }),
    );
  }

  function refuse(response: ServerResponse) {
    response.writeHead(500, { "content-type": "application/json" });
    response.end(JSON.stringify({ detail: "The model is busy.", message: "The model is busy." }));
  }
});

/** Collects the addresses that the page sends POST requests to. */
function postsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  return sent;
}
