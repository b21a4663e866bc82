import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../scripts/testing/needs.ts";
import { openPage, type Visit } from "../support/browser.ts";
import { report, sampleName } from "../support/documents.ts";
import { inWindow } from "../support/in-window.ts";
import { openStage, type Stage } from "../support/stage.ts";
import type { Backend } from "../support/workbench.ts";

/** A highlighted box has `data-active`. The pictures show what it looks like. */
const isLit = async (box: Locator) => (await box.getAttribute("data-active")) !== null;

export const workbenchTour = (backend: Backend) =>
  needs("chromium")(`a tour of the workbench, by ${backend}`, () => {
    let stage: Stage;
    let visit: Visit;
    let page: Page;
    beforeAll(async () => {
      stage = await openStage({ backend });
      visit = await stage.visit();
      page = visit.page;
    });
    afterAll(() => stage?.close());

    const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    const openRoom = async (name: string) => {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor({ state: "attached" });
    };
    const boxes = (pageNumber: number) =>
      page.getByRole("toolbar", { name: `Elements of page ${pageNumber}` });

    it("begins with an empty list that offers a sample", async () => {
      await openPage(page, "/");
      await page.getByRole("heading", { name: "Add a document and ask about it." }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/sources");
      await page.getByText("Nothing has been added yet.").waitFor();
      await page.getByRole("button", { name: "Add the sample document" }).click();
      await row(sampleName).getByText("Ready", { exact: true }).waitFor();
      await page.getByText("One source. It is ready.").waitFor();
    });

    it("accepts a PDF from the file chooser and reads it", async () => {
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Choose files" }).filter({ visible: true }).last().click();
      await (await chooser).setFiles(report);
      await row(report.name).getByText("Ready", { exact: true }).waitFor();
      await page.getByText("Two sources. Both are ready.").waitFor();
      const stored = await stage.service.call<{ file_name: string; total_pages: number }[]>("GET", "/");
      expect(stored.body.map(({ file_name, total_pages }) => [file_name, total_pages]).sort()).toEqual([
        [report.name, 3],
        [sampleName, 4],
      ]);
    });

    it("shows pages beside text; pointing at one highlights the other", async () => {
      await page.getByRole("link", { name: sampleName }).click();
      await page.getByRole("img", { name: `Page 1 of ${sampleName}` }).waitFor();
      const box = boxes(1).getByRole("button", { name: /^Title: The orchard/ });
      const entry = page.getByRole("article").filter({ hasText: /^Title\s*The orchard at Hollin Weir/ });
      const background = () => entry.evaluate((element) => getComputedStyle(element).backgroundColor);
      const unlit = await background();
      expect(await isLit(box)).toBe(false);
      await entry.hover();
      await expect.poll(() => isLit(box)).toBe(true);
      await page.getByRole("heading", { level: 1 }).hover();
      await expect.poll(() => isLit(box)).toBe(false);
      expect(await background()).toBe(unlit);
      await box.hover();
      await expect.poll(background).not.toBe(unlit);
    });

    it("filters elements by type, finds words, and shows other views", async () => {
      const reader = page.getByRole("region", { name: /^Elements/ });
      const entries = reader.getByRole("article");
      await page.getByLabel("Show types").selectOption("Table");
      await reader.getByText("2 elements in the whole document.").waitFor();
      expect(await reader.getByRole("table").count()).toBe(2);
      expect(await reader.getByRole("cell", { name: "Egremont Russet" }).count()).toBe(1);
      await page.getByLabel("Show types").selectOption("All types");
      await page.getByRole("searchbox", { name: "Find in elements" }).fill("EELS");
      const places = page.getByRole("complementary", { name: "Places found" });
      await places.getByText("1 of 1 place").waitFor();
      expect(await reader.locator("mark").allTextContents()).toEqual(["eels"]);
      await page.getByRole("searchbox", { name: "Find in elements" }).fill("zeppelin");
      await places.getByText("No element matches. Try other words.").waitFor();
      await page.getByRole("searchbox", { name: "Find in elements" }).fill("");
      await page.getByRole("tab", { name: "Markdown" }).click();
      await expect.poll(() => entries.nth(1).textContent()).toContain("# The orchard at Hollin Weir");
      await page.getByRole("tab", { name: "HTML" }).click();
      await page.getByLabel("Show types").selectOption("Table");
      await reader.getByRole("cell", { name: "Egremont Russet" }).waitFor();
      await page.getByLabel("Show types").selectOption("All types");
      await page.getByRole("tab", { name: "Text", exact: true }).click();
    });

    it("goes to a page by number and by step, and puts the page into the address", async () => {
      await page.getByRole("textbox", { name: "Page" }).fill("3");
      await page.getByRole("textbox", { name: "Page" }).press("Enter");
      await page.getByRole("img", { name: `Page 3 of ${sampleName}` }).waitFor();
      await expect.poll(async () => new URL(page.url()).searchParams.get("page")).toBe("3");
      const rules = page.getByRole("article").filter({ hasText: /^Title\s*Rules for drawing water/ });
      await inWindow(page, (await rules.getAttribute("data-element")) ?? "");
      // Enter leads back to the beginning of the page that is read.
      const top = async () => (await rules.boundingBox())?.y ?? Number.NaN;
      await page.mouse.move(1100, 500);
      // A turn of the wheel is lost while the list still moves by itself: it is turned again where the heading stands still.
      let last = Number.NaN;
      const turned = async () => {
        const now = await top();
        if (now >= 0 && now === last) await page.mouse.wheel(0, now + 20);
        last = now;
        return now;
      };
      await expect.poll(turned, { interval: 300 }).toBeLessThan(0);
      await page.getByRole("textbox", { name: "Page" }).press("Enter");
      await inWindow(page, (await rules.getAttribute("data-element")) ?? "");
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByRole("img", { name: `Page 4 of ${sampleName}` }).waitFor();
      await page.reload();
      await page.getByRole("img", { name: `Page 4 of ${sampleName}` }).waitFor();
    });

    it("answers a question; each figure opens the cited place", async () => {
      await page.getByRole("link", { name: "Ask this source" }).click();
      await page
        .getByRole("button", { name: /^Sources in scope/ })
        .filter({ hasText: sampleName })
        .waitFor();
      const field = page.getByRole("textbox", { name: "Your question" });
      await field.fill("How many trees are left of the Hollin Seedling?");
      await field.press("Control+Enter");
      await page
        .getByText(/^Nine trees are left/)
        .first()
        .waitFor();
      await page.getByText(/^1 citation,/).waitFor();
      // Both sentences of the answer cite the one place.
      const figure = page.getByRole("button", { name: "Citation 1" }).first();
      expect(await figure.getAttribute("aria-expanded")).toBe("false");
      await figure.click();
      const note = page.getByRole("note");
      await note.getByRole("img", { name: "The quoted place on page 2" }).waitFor();
      expect(await figure.getAttribute("aria-expanded")).toBe("true");
      await note.getByRole("link", { name: "Open page 2" }).click();
      await page.getByRole("img", { name: `Page 2 of ${sampleName}` }).waitFor();
      // The quoted words are lit, and stay so while the pointer is over another box.
      const quoted = page.locator(".quoted-words");
      await quoted.waitFor();
      const other = boxes(2).getByRole("button", { name: "Title: The harvest" });
      await other.hover();
      await expect.poll(() => isLit(other)).toBe(true);
      expect(await quoted.isVisible()).toBe(true);
      await page
        .getByRole("article")
        .filter({ hasText: "Nine trees are left" })
        .getByText("Copy as text")
        .waitFor();
    });

    it("keeps the conversation for a follow-up question and after a reload", async () => {
      await page.goBack();
      await page
        .getByText(/^Nine trees are left/)
        .first()
        .waitFor();
      await page.getByRole("textbox", { name: "Your question" }).fill("Who grafted forty young ones?");
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await page
        .getByText(/Jonas Felk has grafted forty young ones/)
        .first()
        .waitFor();
      // Figures are numbered through the whole conversation.
      await page.getByRole("button", { name: "Citation 2" }).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: "How many trees are left of the Hollin Seedling?" }).waitFor();
      await page.getByRole("heading", { name: "Who grafted forty young ones?" }).waitFor();
      await page
        .getByText(/^Nine trees are left/)
        .first()
        .waitFor();
      expect(await page.getByRole("button", { name: /^Citation/ }).count()).toBeGreaterThanOrEqual(2);
    });

    it("says when the sources contain no answer", async () => {
      await page.getByRole("textbox", { name: "Your question" }).fill("What is the capital of Mongolia?");
      await page.getByRole("textbox", { name: "Your question" }).press("Control+Enter");
      await page.getByText("The sources do not say.").first().waitFor();
      await page.getByRole("button", { name: "Ask all sources" }).waitFor();
    });

    it("answers with the values of a schema", async () => {
      await page.getByRole("button", { name: "As values" }).click();
      await page
        .getByRole("textbox", { name: "Schema of the answer" })
        .fill(JSON.stringify({ type: "object", properties: { invoice_number: { type: "string" } } }));
      await page.getByRole("textbox", { name: "Your question" }).fill("What is the number of the invoice?");
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await page.getByRole("row", { name: "Invoice number HW-2024-117" }).waitFor();
      await page.getByRole("tab", { name: "JSON" }).click();
      await page.getByText('"invoice_number": "HW-2024-117"').waitFor();
      await page.getByRole("button", { name: "As values" }).click();
    });

    it("finds passages, marks the words and opens their place", async () => {
      await openRoom("Search");
      await page.getByRole("searchbox", { name: "Search" }).fill("ladder for eels");
      await page.getByRole("searchbox", { name: "Search" }).press("Enter");
      const first = page.getByRole("main").getByRole("listitem").first();
      await first.locator("mark").first().waitFor();
      expect((await first.locator("mark").allTextContents()).join(" ")).toContain("ladder for eels");
      expect(new URL(page.url()).search).toContain("eels");
      await first.getByRole("link", { name: /open in document/ }).click();
      await page.getByRole("img", { name: `Page 3 of ${sampleName}` }).waitFor();
      // The sentence that was found is marked, not the title that its passage begins with.
      await page.locator(".quoted-words").waitFor();
      await page.locator(".el.on", { hasText: /eels/ }).waitFor();
      expect(await isLit(boxes(3).getByRole("button", { name: "Title: The weir" }))).toBe(false);
      await page.goBack();
      await page.locator("mark").first().waitFor();
    });

    it("extracts an invoice, shows the place of each value, and downloads the result", async () => {
      await openRoom("Extract");
      await page.getByLabel("Schema", { exact: true }).selectOption("Invoice");
      await page.getByText("Valid. Six values, two of them required.").waitFor();
      await page.getByRole("button", { name: /^Sources/ }).click();
      await page.getByRole("checkbox", { name: sampleName }).check();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Extract from 1 source" }).click();
      const result = page.getByRole("region", { name: "Result" });
      await result.getByText("1 row, 6 values").waitFor();
      await result.getByRole("button", { name: "HW-2024-117" }).hover();
      const evidence = page.getByRole("complementary", { name: "The place of the value" });
      await evidence.getByText(`Printed as “HW-2024-117” on page 4 of ${sampleName}.`).waitFor();
      await evidence.getByRole("img", { name: "The place on page 4" }).waitFor();

      const downloaded = async (name: string) => {
        const download = page.waitForEvent("download");
        await result.getByRole("button", { name }).click();
        return readFile(await (await download).path(), "utf8");
      };
      const [head, line] = (await downloaded("Download CSV")).replace(/^\uFEFF/, "").split("\r\n");
      expect(head).toBe("Source,Issuer,Number,Date,Currency,Net,Total");
      expect(line).toMatch(/^orchard-of-hollin-weir\.pdf,.*,HW-2024-117,2024-11-04,EUR,1184,1420\.8$/);
      const [{ structured_output: output }] = JSON.parse(await downloaded("Download JSON"));
      expect(output).toMatchObject({ number: "HW-2024-117", net: 1184, total: 1420.8 });

      await evidence.getByRole("link", { name: "Open page 4" }).click();
      await page.getByRole("img", { name: `Page 4 of ${sampleName}` }).waitFor();
    });

    it("reads a source again with another method", async () => {
      await openRoom("Sources");
      await row(report.name).hover();
      await row(report.name).getByRole("button", { name: "Read again" }).first().click();
      const question = page.getByRole("group", { name: `Read ${report.name} again` });
      await question.getByRole("radio", { name: "fast" }).check();
      await question.getByRole("button", { name: "Read again" }).click();
      await question.waitFor({ state: "detached" });
      await expect
        .poll(async () => {
          const { body } = await stage.service.call<{ file_name: string; method: string; status: string }[]>(
            "GET",
            "/",
          );
          return body.find(({ file_name }) => file_name === report.name);
        })
        .toMatchObject({ method: "fast", status: "Completed" });
      await expect.poll(() => row(report.name).textContent()).toMatch(/fast.*Ready/);
    });

    it("deletes only after a confirmation", async () => {
      await row(report.name).hover();
      await row(report.name).getByRole("button", { name: "Delete" }).click();
      const question = page.getByRole("group", { name: `Delete ${report.name}` });
      await question
        .getByText(/^Delete kestrel-survey\.pdf and its \d+ elements\? This cannot be undone\./)
        .waitFor();
      await question.getByRole("button", { name: "Keep it" }).click();
      await question.waitFor({ state: "detached" });
      await row(report.name).hover();
      await row(report.name).getByRole("button", { name: "Delete" }).click();
      await question.getByRole("button", { name: "Delete for good" }).click();
      await row(report.name).waitFor({ state: "detached" });
      await page.getByText("One source. It is ready.").waitFor();
      await page.reload();
      await row(sampleName).waitFor();
      expect(await row(report.name).count()).toBe(0);
      const { body } = await stage.service.call<unknown[]>("GET", "/");
      expect(body).toHaveLength(1);
    });

    it("caused no browser errors and no requests to other hosts", () => {
      expect(visit.complaints).toEqual([]);
      expect(visit.strangers).toEqual([]);
    });
  });
