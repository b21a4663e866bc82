import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { refuseQuestions } from "./support/answers.ts";
import { openPage, picture } from "./support/browser.ts";
import { type ChosenFile, unknownKind } from "./support/documents.ts";
import type { RelayAnswers } from "./support/relay.ts";
import { openStage, type Stage } from "./support/stage.ts";

type Listed = { file_id: string; file_name: string; tags: string[]; method: string };

const markdown = (name: string, text = `# ${name}\n\nThe lamp of ${name} costs 20 dollars.`): ChosenFile => ({
  name,
  mimeType: "text/markdown",
  buffer: Buffer.from(text),
});
const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
/** The names in the list, from the top. */
const shown = (page: Page) => page.locator("li[data-file] a.title").allTextContents();
const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName, textContent } = document.activeElement ?? {};
    return `${tagName}: ${textContent}`;
  });

needs("chromium")("a room of many sources", () => {
  const answers: RelayAnswers = {};
  const names = Array.from({ length: 12 }, (_, index) => `letter ${String(index + 1).padStart(2, "0")}.md`);
  let stage: Stage;
  const listed = async () => (await stage.service.call<Listed[]>("GET", "/")).body;
  const tagsOf = async (name: string) => (await listed()).find(({ file_name }) => file_name === name)?.tags;

  beforeAll(async () => {
    stage = await openStage({ backend: "next", answers });
    for (const name of names) {
      const { buffer } = markdown(name);
      const { file_id } = await stage.service.ingestAndWait(name, buffer);
      if (name < "letter 04") await stage.service.call("PATCH", `/${file_id}`, { tags: ["invoices"] });
    }
  });
  afterAll(() => stage?.close());

  it("finds, orders and filters, keeps that in the address, and shows the newest first", async () => {
    const { page, complaints } = await stage.visit();
    await openPage(page, "/sources");
    await expect.poll(() => shown(page)).toEqual(names.toReversed());
    await page.getByRole("combobox", { name: "Order" }).selectOption("By name");
    await expect.poll(() => shown(page)).toEqual(names);
    await page.getByRole("searchbox", { name: "Find by name or id" }).fill("LETTER 1");
    await expect.poll(() => shown(page)).toEqual(["letter 10.md", "letter 11.md", "letter 12.md"]);
    await page.getByText("3 of 12, those that match.").waitFor();
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(["letter 10.md", "letter 11.md", "letter 12.md"]);
    await page.getByRole("combobox", { name: "State" }).selectOption("Not read");
    await page.getByText("None of 12 matches.").waitFor();
    await page.getByRole("button", { name: "Show all 12" }).click();
    await expect.poll(() => shown(page)).toHaveLength(12);
    expect(complaints).toEqual([]);
  });

  it("narrows the list to a tag, and asks in it", async () => {
    const { page, complaints } = await stage.visit();
    await openPage(page, "/sources");
    const tags = page.getByRole("group", { name: "Tags" });
    await tags.getByRole("button", { name: "invoices 3" }).click();
    await expect.poll(() => shown(page)).toEqual(["letter 03.md", "letter 02.md", "letter 01.md"]);
    expect(await tags.getByRole("button", { name: "invoices 3" }).getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("link", { name: "Ask in invoices" }).click();
    await page.getByRole("button", { name: /In 3 sources/ }).waitFor();
    await page.getByRole("textbox", { name: "Your question" }).fill("What does the lamp cost?");
    const asked = refuseQuestions<{ file_ids: string[] }>(answers);
    await page.getByRole("textbox", { name: "Your question" }).press("Control+Enter");
    await page.getByText(/heard/i).first().waitFor();
    delete answers["POST /ask-sources"];
    const ids = (await listed()).filter(({ tags }) => tags.length > 0).map(({ file_id }) => file_id);
    expect((await asked).file_ids.sort()).toEqual(ids.sort());
    expect(complaints.filter((each) => !each.includes("400"))).toEqual([]);
  });

  it("searches in a tag itself, not in a list of its sources, and asks in it", async () => {
    const { page, complaints } = await stage.visit();
    const sent: string[] = [];
    answers["POST /prebuilt-rag"] = (request, _, pass) => {
      let body = "";
      request.on("data", (part: Buffer) => {
        body += part;
      });
      request.on("end", () => sent.push(body));
      pass();
    };
    const found = async () =>
      [...new Set(await page.locator("li.hit .where bdi").allTextContents())].toSorted();
    await openPage(page, "/search?q=lamp&tag=invoices");
    await page.getByRole("button", { name: "In tag invoices, 3 sources" }).waitFor();
    await expect.poll(found).toEqual(["letter 01.md", "letter 02.md", "letter 03.md"]);
    expect(sent.map((body) => JSON.parse(body))).toEqual([{ query: "lamp", top_k: 10, tags: ["invoices"] }]);
    await picture(page, `search-tag`);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole("button", { name: "In tag invoices, 3 sources" }).click();
    const list = page.getByRole("group", { name: "Sources in scope" });
    const tag = list.getByRole("checkbox", { name: "Tag invoices, 3 sources" });
    expect(await tag.isChecked()).toBe(true);
    await picture(page, `search-tag-open`);
    await tag.click();
    await page.getByRole("button", { name: "In all 12 sources" }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?q=lamp");
    await expect.poll(async () => (await found()).length).toBeGreaterThan(3);
    await tag.click();
    await expect.poll(() => new URL(page.url()).search).toBe("?q=lamp&tag=invoices");
    await expect.poll(found).toHaveLength(3);
    // Another source beside those of the tag: a tag cannot say that.
    await list.getByRole("checkbox", { name: "letter 12.md" }).click();
    await page.getByRole("button", { name: "In 4 sources" }).waitFor();
    await expect.poll(found).toContain("letter 12.md");
    await page.goBack();
    await page.getByRole("button", { name: "In tag invoices, 3 sources" }).waitFor();
    delete answers["POST /prebuilt-rag"];

    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Ask this as a question" }).click();
    await page.getByRole("button", { name: "In 3 sources" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Your question" }).inputValue()).toBe("lamp");

    // A collection without sources is not all of them.
    await openPage(page, "/search?q=lamp&tag=gone");
    await page.getByRole("button", { name: "In tag gone, no source" }).waitFor();
    await page.getByText("No passage matches.").waitFor();
    await openPage(page, "/ask?tag=gone");
    await page.getByRole("button", { name: "In no sources" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("chooses many with Shift, tags them, takes the tag from one", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await page.getByRole("checkbox", { name: "Choose letter 12.md" }).click();
    await page.getByRole("checkbox", { name: "Choose letter 09.md" }).click({ modifiers: ["Shift"] });
    const actions = page.getByRole("toolbar", { name: "What to do with the chosen" });
    await actions.getByText("4 chosen").waitFor();
    await actions.getByRole("button", { name: "Tag" }).click();
    const editor = page.getByRole("group", { name: "Tags of the chosen" });
    await editor.getByRole("textbox", { name: "New tag" }).fill("autumn, 2026");
    await editor.getByRole("button", { name: "Add" }).click();
    await expect.poll(() => tagsOf("letter 09.md")).toEqual(["autumn", "2026"]);
    await editor.getByRole("button", { name: "2026", pressed: true }).waitFor();
    await picture(page, `many-sources-chosen`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await editor.getByRole("button", { name: "Done" }).click();
    expect(await focused(page)).toBe("BUTTON: Tag");
    await row(page, "letter 09.md").hover();
    await row(page, "letter 09.md").getByRole("button", { name: "Tag" }).click();
    const one = page.getByRole("group", { name: "Tags of letter 09.md" });
    await one.getByRole("button", { name: "2026" }).click();
    await expect.poll(() => tagsOf("letter 09.md")).toEqual(["autumn"]);
    expect(await tagsOf("letter 12.md")).toEqual(["autumn", "2026"]);
  });

  it("is walked by keyboard alone: a stop for each row, arrows for rows and actions, Space to choose", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await row(page, "letter 12.md").getByRole("link", { name: "letter 12.md" }).focus();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("A: letter 11.md");
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe("A: letter 10.md");
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    expect(await focused(page)).toBe("A: letter 08.md");
    await page.getByText("3 chosen").waitFor();
    await page.keyboard.press("End");
    expect(await focused(page)).toBe("A: letter 01.md");
    await page.keyboard.press("Home");
    expect(await focused(page)).toBe("A: letter 12.md");
    for (const name of ["A: Open", "A: Ask", "BUTTON: Tag", "A: Download", "BUTTON: Read again"]) {
      await page.keyboard.press("ArrowRight");
      expect(await focused(page)).toBe(name);
    }
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Keep it" }).press("Enter");
    // What was pressed is there again, with everything beside it.
    await expect.poll(() => focused(page)).toBe("BUTTON: Delete");
    expect(await row(page, "letter 12.md").getByRole("button", { name: "Read again" }).isVisible()).toBe(
      true,
    );
  });

  it("downloads the originals of those that are chosen", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    const saved: string[] = [];
    page.on("download", (download) => saved.push(download.suggestedFilename()));
    // More than a browser begins at one time.
    await page.getByRole("checkbox", { name: "Choose letter 12.md" }).click();
    await page.getByRole("toolbar").getByRole("button", { name: "Choose all 12" }).click();
    await page.getByRole("toolbar").getByRole("button", { name: "Download" }).click();
    await expect.poll(() => saved.sort()).toEqual(names);
  });

  it("reads many again with one method, and deletes many after one question", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await page.getByRole("checkbox", { name: "Choose letter 12.md" }).click();
    await page.getByRole("checkbox", { name: "Choose letter 10.md" }).click({ modifiers: ["Shift"] });
    await page.getByRole("toolbar").getByRole("button", { name: "Read again" }).click();
    const question = page.getByRole("group", { name: "Read the chosen again" });
    await question.getByRole("radio", { name: "fast" }).check();
    await question.getByRole("button", { name: "Read 3 again" }).click();
    await question.waitFor({ state: "detached" });
    const methods = async () =>
      (await listed()).filter(({ file_name }) => file_name >= "letter 10").map(({ method }) => method);
    await expect.poll(methods).toEqual(["fast", "fast", "fast"]);

    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Delete these 3 sources? This cannot be undone.").waitFor();
    await page.getByRole("button", { name: "Delete 3 for good" }).click();
    await expect.poll(async () => (await listed()).length).toBe(9);
    await expect.poll(() => shown(page)).toHaveLength(9);
    expect(await focused(page)).toBe("H1: Sources");
  });

  it("shows what is being read first, refusals after it, and tells every room how far it is", async () => {
    const held: (() => void)[] = [];
    let sent = 0;
    answers["POST /ingest-file"] = (_, __, pass) => {
      sent += 1;
      if (sent === 1) pass();
      else held.push(pass);
    };
    const { page, complaints } = await stage.visit();
    await openPage(page, "/sources");
    const files = Array.from({ length: 8 }, (_, index) => markdown(`new ${index + 1}.md`));
    const input = page.getByLabel("Choose files").and(page.locator("input"));
    await input.setInputFiles([...files, unknownKind]);
    await page.getByText("1 of 8 is read. One was not added.").waitFor();
    const queue = page.getByRole("list", { name: "This upload" });
    await queue.getByRole("button", { name: "Show the two that wait behind these" }).waitFor();
    const states = (await queue.getByRole("listitem").allTextContents()).map(
      (text) => /Not added|Sen[dt]|Next|Waiting its turn|Show/.exec(text)?.[0],
    );
    expect(states.slice(0, 3).every((state) => state?.startsWith("Sen"))).toBe(true);
    expect(states.slice(3)).toEqual(["Next", "Waiting its turn", "Show", "Not added"]);
    await picture(page, `many-sources-queue`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
    const line = page.getByRole("banner").getByRole("link", { name: "1 of 8 read" });
    await line.waitFor();
    delete answers["POST /ingest-file"];
    for (const pass of held) pass();
    await line.waitFor({ state: "detached" });
    await page.getByRole("banner").getByRole("link", { name: /read$/ }).waitFor({ state: "detached" });
    expect((await listed()).filter(({ file_name }) => file_name.startsWith("new"))).toHaveLength(8);
    expect(complaints).toEqual([]);
  });

  it("tells of a copy, leads to the other, and lets one go", async () => {
    const original = markdown("original.md", "# One text\n\nWritten once.");
    await stage.service.ingestAndWait(original.name, original.buffer);
    await stage.service.ingestAndWait("copy.md", original.buffer);
    const { page } = await stage.visit();
    await openPage(page, "/sources?q=copy");
    const copy = row(page, "copy.md");
    await copy
      .getByText("The same file as original.md. It was read once, and answers cite it once.")
      .waitFor();
    await copy.getByRole("button", { name: "Show the other" }).click();
    await expect.poll(() => focused(page)).toBe("A: original.md");
    await copy.getByRole("button", { name: "Keep one" }).click();
    await page.getByText(/Delete copy\.md.*original\.md stays\./).waitFor();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await copy.waitFor({ state: "detached" });
    expect((await listed()).map(({ file_name }) => file_name)).toContain("original.md");
  });

  it.each([1440, 390, 320])(
    "has no accessibility problem and scrolls one way only at %i px",
    async (width) => {
      for (const dark of [false, true]) {
        const { page, context } = await stage.visit({ dark, narrow: width < 720 });
        await page.setViewportSize({ width, height: 900 });
        await openPage(page, "/sources?tag=invoices");
        await page.getByRole("checkbox", { name: "Choose letter 02.md" }).click();
        await page.getByText("1 chosen").waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await picture(page, `many-sources-${width}-${dark ? "dark" : "light"}`);
        await context.close();
      }
    },
  );
});

needs("chromium")("a token that the service refuses", () => {
  it("is told from a service that is ready, in every room, and recovers when the service takes it", async () => {
    const answers: RelayAnswers = {};
    const stage = await openStage({ backend: "next", answers });
    try {
      await stage.service.ingestAndWait("letter.md", Buffer.from("# Letter\n\nText."));
      const refuse: RelayAnswers[string] = (request, response) => {
        request.resume();
        response
          .writeHead(401, { "content-type": "application/json" })
          .end(JSON.stringify({ detail: "Invalid authentication credentials" }));
      };
      for (const path of ["GET /sources", "GET /sources/"]) answers[path] = refuse;
      const { page } = await stage.visit();
      for (const room of ["/ask", "/sources"]) {
        await openPage(page, room);
        await page.getByRole("banner").getByText("Token refused").waitFor();
        await page.getByText("The service does not accept the workbench's token.").waitFor();
        expect(await page.getByText("Service ready").count()).toBe(0);
      }
      expect(await accessibilityProblems(page)).toEqual([]);
      for (const path of Object.keys(answers)) delete answers[path];
      // The user does nothing.
      await page.getByRole("link", { name: "letter.md" }).waitFor();
      await page.getByText("Service ready").waitFor();
    } finally {
      await stage.close();
    }
  });
});
