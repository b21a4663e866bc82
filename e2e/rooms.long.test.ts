import type { ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage, untilHandled } from "./support/browser.ts";
import { type ChosenFile, report, unknownKind } from "./support/documents.ts";
import type { RelayAnswers } from "./support/relay.ts";
import { openStage, type Stage } from "./support/stage.ts";

const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const room = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
const choose = async (page: Page, file: ChosenFile) => {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).filter({ visible: true }).last().click();
  await (await chooser).setFiles(file);
};
const markdown = (name: string, text: string): ChosenFile => ({
  name,
  mimeType: "text/markdown",
  buffer: Buffer.from(text),
});
const note = markdown("kestrel.md", "# Kestrel\n\nThe kestrel hovers over the weir.");
/** The focused element in words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName, textContent } = document.activeElement ?? {};
    return `${tagName}: ${textContent}`;
  });

/** Opens and leaves Sources until it is empty: a loaded list counts as fresh for five seconds. */
const backToAnEmptyRoom = (page: Page) =>
  expect
    .poll(async () => {
      await room(page, "Search");
      await page.getByRole("searchbox", { name: "Search" }).waitFor();
      await room(page, "Sources");
      await page.getByRole("heading", { level: 1, name: "Sources" }).waitFor();
      return page.getByRole("heading", { name: "Add a document and ask about it." }).count();
    })
    .toBe(1);

needs("chromium")("the pages, used in unusual ways", () => {
  const answers: RelayAnswers = {};
  let stage: Stage;
  const listed = async () => (await stage.service.call<{ file_id: string }[]>("GET", "/")).body;
  const forget = async (...fileIds: string[]) => {
    for (const file_id of fileIds) await stage.service.call("DELETE", "/delete", { file_id });
  };
  beforeAll(async () => {
    stage = await openStage({ backend: "next", answers });
  });
  beforeEach(async () => {
    for (const each of Object.keys(answers)) delete answers[each];
    await forget(...(await listed()).map(({ file_id }) => file_id));
  });
  afterAll(() => stage?.close());

  it("does not show a deleted source again as its upload", async () => {
    const { page, complaints } = await stage.visit();
    await openPage(page, "/sources");
    await choose(page, note);
    await row(page, note.name).getByText("Ready", { exact: true }).waitFor();
    await row(page, note.name).hover();
    await row(page, note.name).getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await page.getByRole("heading", { name: "Add a document and ask about it." }).waitFor();
    expect(await row(page, note.name).count()).toBe(0);
    expect(await page.getByText("on its way").count()).toBe(0);

    await choose(page, note);
    await row(page, note.name).getByText("Ready", { exact: true }).waitFor();
    await room(page, "Search");
    await page.getByRole("searchbox", { name: "Search" }).waitFor();
    await forget(...(await listed()).map(({ file_id }) => file_id));
    await backToAnEmptyRoom(page);
    expect(complaints).toEqual([]);
  });

  it("forgets a file that became ready and was deleted while another page was open", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await choose(page, note);
    await row(page, note.name).waitFor();
    await room(page, "Search");
    await page.getByText(`${note.name} is ready.`).waitFor({ state: "attached" });
    await forget(...(await listed()).map(({ file_id }) => file_id));
    await backToAnEmptyRoom(page);
  });

  it("reports each failed deletion with its reason", async () => {
    const names = ["first.md", "second.md"];
    for (const name of names) await stage.service.ingestAndWait(name, `# ${name}`);
    const held: ServerResponse[] = [];
    answers["DELETE /delete"] = (request, response) => {
      request.resume();
      held.push(response);
    };
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    for (const name of names) {
      await row(page, name).hover();
      await row(page, name).getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("button", { name: "Delete for good" }).click();
      await row(page, name).waitFor({ state: "detached" });
    }
    await expect.poll(() => held.length).toBe(2);
    const detail = "Not while the archive is being copied";
    for (const response of held)
      response
        .writeHead(403, { "content-type": "application/json" })
        .end(JSON.stringify({ detail, message: detail }));
    for (const name of names) {
      await row(page, name).getByText("Not deleted.").waitFor();
      await row(page, name).getByText(detail).waitFor();
    }
    answers["DELETE /delete"] = (request) => void request.destroy();
    await row(page, "first.md").hover();
    await row(page, "first.md").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await row(page, "first.md").getByText("Try it again when it does.").waitFor();
    await row(page, "second.md").getByText(detail).waitFor();
  });

  it("limits the length of a search to what fits into its address, and says so", async () => {
    await stage.service.ingestAndWait(note.name, note.buffer);
    const { page, complaints } = await stage.visit();
    await openPage(page, "/search");
    const field = page.getByRole("searchbox", { name: "Search" });
    for (const words of ["kestrel ", "weir "]) {
      await field.fill(words.repeat(4_000));
      await page.getByText("This is too long for a search. Shorten it to about 11,900 characters.").waitFor();
      await field.press("Enter");
      expect(decodeURIComponent(page.url())).not.toContain(words.repeat(2));
      await field.fill(words.repeat(4_000).slice(0, 11_900));
      await page.getByText("This is too long").waitFor({ state: "detached" });
      await field.press("Enter");
      await page.waitForURL((url) => url.search.startsWith(`?q=${words.trim()}`));
      await page.getByText(/^\d+ passages?, best first/).waitFor();
      expect((await page.reload())?.status()).toBe(200);
      await page.getByText(/^\d+ passages?, best first/).waitFor();
    }
    await page.getByRole("link", { name: "Ask this as a question" }).click();
    await expect
      .poll(() => page.getByRole("textbox", { name: "Your question" }).inputValue())
      .toMatch(/^(weir ){2000,}/);
    expect((await page.reload())?.status()).toBe(200);
    expect(complaints).toEqual([]);
  });

  it("searches the changed scope for the text in the field", async () => {
    for (const name of ["first.md", "second.md"])
      await stage.service.ingestAndWait(name, "The kestrel hovers over the weir.");
    const { page } = await stage.visit();
    await openPage(page, "/search?q=weir");
    const asked = () => new URL(page.url()).searchParams.get("q");
    await page.getByText("2 passages, best first").waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("kestrel hovers");
    await page.getByRole("button", { name: /^Sources in scope/ }).click();
    await page.getByRole("checkbox", { name: "first.md" }).click();
    await page.getByText("1 passage, best first").waitFor();
    expect(asked()).toBe("kestrel hovers");
    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await page.getByRole("button", { name: /^Sources in scope/ }).click();
    await page.getByRole("checkbox", { name: "second.md" }).click();
    await page.getByText("2 passages, best first").waitFor();
    expect(asked()).toBe("kestrel hovers");
  });

  it("searches the sources of a scope that still exist", async () => {
    const [first, second] = [
      await stage.service.ingestAndWait("first.md", "The kestrel hovers over the weir."),
      await stage.service.ingestAndWait("second.md", "The kestrel hovers over the weir."),
    ];
    await forget(second.file_id);
    const { page, complaints } = await stage.visit();
    await openPage(page, `/search?q=kestrel&file=${first.file_id}&file=${second.file_id}`);
    await page.getByText("1 passage, best first").waitFor();
    await page.getByRole("button", { name: /^Sources in scope: In first\.md/ }).waitFor();
    expect(await page.getByText("File not found").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("requests no page picture of a text", async () => {
    const letter = "# A letter\n\nAbout the kestrel.\n";
    const { file_id: fileId } = await stage.service.ingestAndWait("letter.md", letter);
    const { page, complaints } = await stage.visit();
    const screenshots: string[] = [];
    page.on("request", (request) => request.url().includes("screenshot") && screenshots.push(request.url()));
    await openPage(page, `/sources/${fileId}`);
    await page.getByRole("article").filter({ hasText: "About the kestrel." }).waitFor();
    expect(screenshots).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("keeps typed text when the pages of a document turn out to have no pictures", async () => {
    const { file_id: fileId } = await stage.service.ingestAndWait(report.name, report.buffer);
    const held: ServerResponse[] = [];
    answers["GET /screenshot"] = (_, response) => void held.push(response);
    const { page } = await stage.visit();
    await openPage(page, `/sources/${fileId}`);
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const find = page.getByRole("searchbox", { name: "Find in elements" });
    await find.fill("Kestrel");
    const refuse = (response: ServerResponse) => {
      const detail = "Source has no pages to show";
      response
        .writeHead(404, { "content-type": "application/json" })
        .end(JSON.stringify({ detail, message: detail }));
    };
    // The page may ask again, in another width for example.
    answers["GET /screenshot"] = (_, response) => refuse(response);
    held.forEach(refuse);
    await page.getByRole("img").waitFor({ state: "detached" });
    // The text is drawn where it stands on the page.
    await page
      .getByRole("region", { name: /^Page/ })
      .getByText(/kestrel/i)
      .first()
      .waitFor();
    expect(await find.inputValue()).toBe("Kestrel");
    expect(await focused(page)).toMatch(/^INPUT/);
  });

  it("keeps the drawn text while a picture that is missing is asked for again", async () => {
    const { file_id: fileId } = await stage.service.ingestAndWait(report.name, report.buffer);
    const refuse = (response: ServerResponse) =>
      response
        .writeHead(404, { "content-type": "application/json" })
        .end(JSON.stringify({ detail: "Source has no pages to show" }));
    answers["GET /screenshot"] = (_, response) => refuse(response);
    const [source] = (await stage.service.call<{ build_id: string }[]>("GET", "/")).body;
    const build = `GET /builds/${source?.build_id}`;
    const passes: (() => void)[] = [];
    answers[build] = (_, __, pass) => void passes.push(pass);
    const { page } = await stage.visit();
    await openPage(page, `/sources/${fileId}`);
    const drawn = page
      .getByRole("region", { name: /^Page/ })
      .getByText(/kestrel/i)
      .first();
    await drawn.waitFor();
    // The end of the build makes the page ask for everything again.
    const again: ServerResponse[] = [];
    answers["GET /screenshot"] = (_, response) => void again.push(response);
    delete answers[build];
    await expect.poll(() => passes.length).toBeGreaterThan(0);
    for (const pass of passes) pass();
    await expect.poll(() => again.length).toBeGreaterThan(0);
    await untilHandled(page);
    expect(await drawn.isVisible()).toBe(true);
    again.forEach(refuse);
  });

  it("moves the focus to a neighbour of a removed line", async () => {
    const { file_id: fileId } = await stage.service.ingestAndWait(note.name, note.buffer);
    answers["POST /ingest-file"] = (request) => void request.pause();
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await choose(page, unknownKind);
    await page.getByRole("button", { name: "Clear it" }).press("Enter");
    await row(page, unknownKind.name).waitFor({ state: "detached" });
    expect(await focused(page)).toBe("H1: Sources");
    await choose(page, report);
    await row(page, report.name).getByRole("button", { name: "Stop" }).press("Enter");
    await row(page, report.name).waitFor({ state: "detached" });
    expect(await focused(page)).toBe("H1: Sources");
    await row(page, note.name).hover();
    await row(page, note.name).getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete for good" }).press("Enter");
    await row(page, note.name).waitFor({ state: "detached" });
    expect(await focused(page)).toBe("H1: Sources");

    delete answers["POST /ingest-file"];
    const { file_id: other } = await stage.service.ingestAndWait(note.name, note.buffer);
    expect(other).not.toBe(fileId);
    await openPage(page, `/sources/${other}`);
    const opener = page.getByRole("button", { name: "Read again" }).first();
    const question = page.getByRole("group", { name: `Read ${note.name} again` });
    const ends: (() => Promise<void>)[] = [
      () => page.keyboard.press("Escape"),
      () => page.getByRole("button", { name: "Leave it" }).press("Enter"),
      () => question.getByRole("button", { name: "Read again" }).press("Enter"),
    ];
    for (const end of ends) {
      await opener.press("Enter");
      await question.waitFor();
      await end();
      await question.waitFor({ state: "detached" });
      expect(await focused(page)).toBe("BUTTON: Read again");
    }
  });

  it("leaves space for names at every width, and nothing overlaps", async () => {
    const name = "orchard-of-hollin-weir-annual-report-2025.md";
    await stage.service.ingestAndWait(name, note.buffer);
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await row(page, name).waitFor();
    for (const width of [721, 730, 768, 1024, 1101, 1110, 1199, 1200, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const found = await page.evaluate(() => {
        const box = (selector: string) =>
          (document.querySelector(selector) as HTMLElement).getBoundingClientRect();
        const drop = [...document.querySelectorAll(".next .drop > *")]
          .filter((part) => part.querySelector(".with") === null && !part.matches(".with"))
          .map((part) => part.getBoundingClientRect());
        const choice = box(".next .with");
        return {
          nameWidth: Math.round(box("li .what").width),
          stateWidth: Math.round(box("li .stat").width),
          covered: drop.some(
            ({ right, bottom, top }) => right > choice.left && bottom > choice.top && top < choice.bottom,
          ),
        };
      });
      expect.soft(found.nameWidth, `name at ${width}`).toBeGreaterThanOrEqual(210);
      expect.soft(found.stateWidth, `state at ${width}`).toBeGreaterThanOrEqual(140);
      expect.soft(found.covered, `"Read with" at ${width}`).toBe(false);
    }
  });

  it("starts the text of a document without pages at the left edge on a phone", async () => {
    const { file_id: fileId } = await stage.service.ingestAndWait(note.name, note.buffer);
    const { page } = await stage.visit({ narrow: true });
    await openPage(page, `/sources/${fileId}`);
    const text = page.getByText("The kestrel hovers over the weir.");
    expect((await text.boundingBox())?.x).toBe(20);
  });

  it("gives each text its own direction, and lets no name change the direction of the text around it", async () => {
    const text =
      "# תחנת מים\n\nהבז מרחף מעל הסכר.\n\nThe kestrel hovers.\n\n| שם | Name |\n|---|---|\n| בז | Kestrel |";
    const { file_id: fileId } = await stage.service.ingestAndWait("evil\u202Efdp.md", text);
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await page.getByRole("link", { name: "evilfdp.md", exact: true }).waitFor();
    expect(await page.getByRole("main").textContent()).not.toContain("\u202E");
    await openPage(page, `/sources/${fileId}`);
    await page.getByRole("heading", { level: 1, name: "evilfdp.md", exact: true }).waitFor();
    const direction = (shown: string) =>
      page
        .getByText(shown, { exact: true })
        .first()
        .evaluate((element) => getComputedStyle(element).direction);
    expect(await direction("הבז מרחף מעל הסכר.")).toBe("rtl");
    expect(await direction("The kestrel hovers.")).toBe("ltr");
    expect(await direction("בז")).toBe("rtl");
    expect(await direction("Kestrel")).toBe("ltr");
    await openPage(page, "/search?q=kestrel");
    await page.getByText(/passages?, best first/).waitFor();
    expect(await page.getByRole("main").textContent()).not.toContain("\u202E");
    expect(await page.locator(".hit p").first().getAttribute("dir")).toBe("auto");
  });
});
