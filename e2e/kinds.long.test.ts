import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { openPage, picture, type Visit } from "./support/browser.ts";
import { openStage, type Stage } from "./support/stage.ts";

const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

/** Adds a file in the Sources room and opens it when it is ready. */
async function addAndOpen(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await openPage(page, "/sources");
  await page.getByLabel("Choose files").and(page.locator("input")).setInputFiles(file);
  await row(page, file.name).getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByRole("link", { name: file.name }).click();
  await page.getByRole("heading", { level: 1, name: file.name }).waitFor();
}

needs("chromium")("documents that are no PDFs", () => {
  let stage: Stage;
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    stage = await openStage({ backend: "next" });
    visit = await stage.visit();
    page = visit.page;
  });
  afterAll(() => stage?.close());

  it("shows an image beside the words that were read by OCR", async () => {
    const poster = await visit.context.newPage();
    await poster.setContent(
      "<body style='font: 44px serif; padding: 60px'><h1>The weir at Hollin</h1><p>Nine trees are left of the forty " +
        "that were grafted in the spring.</p><p>The ladder for eels was mended twice.</p></body>",
    );
    const name = "poster.png";
    await addAndOpen(page, { name, mimeType: "image/png", buffer: await poster.screenshot() });
    await poster.close();
    await page.getByRole("img", { name: `Page 1 of ${name}` }).waitFor();
    await page.getByText(/^read by OCR/).waitFor();
    const entry = page.getByRole("article").filter({ hasText: "Nine trees are left" });
    await entry.waitFor();
    const boxes = page.getByRole("toolbar", { name: "Elements of page 1" });
    const box = boxes.getByRole("button", { name: /Nine trees are left/ });
    await entry.hover();
    await expect.poll(() => box.getAttribute("data-active")).not.toBeNull();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, "image-with-boxes");
  });

  it("shows a long list of values as a table that scrolls in its room, and writes a chosen cell out", async () => {
    const lines = Array.from(
      { length: 6_000 },
      (_, day) => `Day ${day},${day * 2},${"far ".repeat(40)}end ${day}`,
    );
    const buffer = Buffer.from(`When,Paid,For\n${lines.join("\n")}\n`);
    await addAndOpen(page, { name: "ledger.csv", mimeType: "text/csv", buffer });
    const room = page.getByRole("region", { name: /^Table,/ });
    await room.getByRole("cell", { name: "Day 3", exact: true }).waitFor();
    const drawn = () => room.getByRole("row").count();
    expect(await drawn()).toBeLessThan(120);
    await room.evaluate((element) => element.scrollTo(0, 33 * 2_000));
    await room.getByRole("cell", { name: "Day 2003", exact: true }).waitFor();
    expect(await drawn()).toBeLessThan(120);
    // The headings are still in view.
    const [head, whole] = await Promise.all([
      room.getByRole("columnheader", { name: "Paid" }).boundingBox(),
      room.boundingBox(),
    ]);
    expect(head?.y).toBeCloseTo(whole?.y ?? -1, 0);
    // More is loaded at the end.
    await expect
      .poll(async () => {
        await room.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return room.getByRole("cell", { name: "Day 5999", exact: true }).count();
      })
      .toBe(1);

    await room.evaluate((element) => element.scrollTo(0, 0));
    await room.getByRole("cell", { name: "Day 3", exact: true }).click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const note = page.getByRole("complementary", { name: "The chosen cell" });
    await note
      .getByText(/far far .* end 3$/)
      .first()
      .waitFor();
    await note.getByText(/^For\. Its row: Day 3, 6, far/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, "list-of-values");
  });

  it("caused no browser errors", () => {
    expect(visit.complaints).toEqual([]);
  });
});

needs("chromium")("adding by address", () => {
  const refusedHost = "inside.example.org";
  /** A service with these capabilities, which answers addresses itself. Returns the bodies that were sent. */
  const visitWith = async (capabilities: string[]) => {
    const sent: { url: string }[] = [];
    const stage = await openStage({
      backend: "next",
      answers: {
        "GET /readyz": (_, response) => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify({ status: "ready", checks: {}, capabilities, methods: ["fast"] }));
        },
        "POST /ingest-url": (request, response) => {
          let text = "";
          request.on("data", (part) => (text += part));
          request.on("end", () => {
            const body: { url: string } = JSON.parse(text);
            sent.push(body);
            const isRefused = body.url.includes(refusedHost);
            response.writeHead(isRefused ? 400 : 200, { "content-type": "application/json" });
            const refusal = { detail: "Invalid input: URL must be a public http or https address" };
            const build_id = "0198a2c4-0000-7000-8000-000000000000";
            response.end(JSON.stringify(isRefused ? refusal : { build_id, success: true, error: null }));
          });
        },
      },
    });
    const { page } = await stage.visit();
    await openPage(page, "/sources/add");
    await page.getByText("Service ready").waitFor();
    return { stage, page, sent };
  };

  it("is closed, and says so, when the service reads no addresses", async () => {
    const { stage, page } = await visitWith(["ask"]);
    try {
      await page.getByText("This service reads no addresses.").waitFor();
      expect(await page.getByRole("textbox", { name: "Address" }).isDisabled()).toBe(true);
      expect(await page.getByRole("button", { name: "Look at it" }).isDisabled()).toBe(true);
    } finally {
      await stage.close();
    }
  });

  it("says what each address is, sends what can be read, and shows a refusal in its place", async () => {
    const { stage, page, sent } = await visitWith(["ingest-url"]);
    try {
      await page
        .getByText("This service does not read repositories on GitHub or videos on YouTube.")
        .waitFor();
      const pasted = `https://example.org/docs/ https://${refusedHost}/ https://youtu.be/dQw4w9WgXcQ wikipedia`;
      await page.getByRole("textbox", { name: "Address" }).fill(pasted);
      await page.getByRole("button", { name: "Look at it" }).click();
      const draft = (name: string) => page.getByRole("region", { name, exact: true });
      await draft("wikipedia").getByText("An address starts with https://").waitFor();
      await draft("youtu.be/dQw4w9WgXcQ")
        .getByText(/It reads the page that shows this one/)
        .waitFor();

      const docs = draft("example.org/docs");
      await docs.getByText("The site", { exact: true }).click();
      await docs.getByRole("textbox", { name: /^At most/ }).fill("5000");
      await docs.getByText("A number from 1 to 1,000.").waitFor();
      await page.getByRole("button", { name: "Read these two" }).waitFor();
      await docs.getByRole("textbox", { name: /^At most/ }).fill("100");
      expect(await accessibilityProblems(page)).toEqual([]);
      await picture(page, "add-by-address");

      await page.getByRole("button", { name: "Read these three" }).click();
      await draft(refusedHost)
        .getByText("Invalid input: URL must be a public http or https address.")
        .waitFor();
      const read = page.getByRole("region", { name: "Being read" });
      await read.getByText("example.org/docs").waitFor();
      await docs.waitFor({ state: "detached" });
      expect(sent[0]).toEqual({ url: "https://example.org/docs/", crawlUrls: true });
      expect(sent[1]).toEqual({ url: `https://${refusedHost}/` });
      // It stays, and can be changed and sent again.
      await draft(refusedHost).getByRole("button", { name: "Try it again" }).click();
      await page.getByRole("button", { name: "Read this one" }).click();
      await expect.poll(() => sent.length).toBe(4);
    } finally {
      await stage.close();
    }
  });
});
