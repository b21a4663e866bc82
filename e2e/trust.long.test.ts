import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { ask, heading } from "./support/ask-room.ts";
import { openPage, picture } from "./support/browser.ts";
import { sample, sampleName } from "./support/documents.ts";
import type { RelayAnswers } from "./support/relay.ts";
import { openStage, type Stage } from "./support/stage.ts";

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

needs("chromium")("what makes an answer worth trusting", () => {
  const answers: RelayAnswers = {};
  let stage: Stage;
  let fileId: string;

  beforeAll(async () => {
    stage = await openStage({ backend: "next", answers });
    ({ file_id: fileId } = await stage.service.ingestAndWait(sample.name, sample.buffer));
  });
  afterEach(() => {
    for (const each of Object.keys(answers)) delete answers[each];
  });
  afterAll(() => stage?.close());

  const withReadiness = (change: object) => {
    answers["GET /readyz"] = (_, response) => {
      void stage.service.call<object>("GET", "/readyz").then(({ body }) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ ...body, ...change }));
      });
    };
  };
  const withAnswer = (answer: object) => {
    answers["POST /ask-sources"] = (request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ conversation_id: "c", usage: {}, elapsed_s: 0.2, ...answer }));
    };
  };
  /** The share of the page that the mark of the quoted words covers, and whether it is within the window. */
  const markOn = (page: Awaited<ReturnType<Stage["visit"]>>["page"]) =>
    page.locator(".quoted-words").evaluate((mark) => {
      const box = mark.getBoundingClientRect();
      const whole = mark.closest(".pageimg")?.getBoundingClientRect();
      return {
        share: (box.width * box.height) / ((whole?.width ?? 1) * (whole?.height ?? 1)),
        isSeen: box.top >= 0 && box.bottom <= window.innerHeight,
      };
    });

  it("says that it quotes, offers no thinking, and says why it refuses what has to be worked out", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/ask");
    await page.getByRole("button", { name: "What that cannot do" }).click();
    await page.getByText("This service answers with quotes from your documents").waitFor();
    await page.getByText("Quotes from your sources; no model is set up.").waitFor();
    expect(await page.getByLabel("Thinking").count()).toBe(0);
    await picture(page, "ask-mode-quotes");
    await ask(page, "How many days lie between the invoice date and the opening of the weir?");
    await page.getByText("This takes a language model.").waitFor();
    await page
      .getByText(/Set HEADWATER_LANGUAGE_MODEL/)
      .first()
      .waitFor();
    expect(await page.getByRole("main").textContent()).not.toContain("The sources do not say. ");
    await picture(page, "ask-refusal-model");
  });

  it("names the model, and offers all levels of thinking with one", async () => {
    withReadiness({ answering: { mode: "model", model: "qwen3:8b" } });
    const asked = Promise.withResolvers<string>();
    answers["POST /ask-sources"] = (request, _, pass) => {
      request.on("data", (part) => asked.resolve(String(part)));
      pass();
    };
    const { page } = await stage.visit();
    await openPage(page, "/ask");
    await page.getByText("Answers by qwen3:8b, citations checked.").waitFor();
    await page.getByLabel("Thinking").selectOption("max");
    await ask(page, "Who keeps the orchard?");
    expect(await asked.promise).toContain('"thinking_level":"max"');
  });

  it.each([
    { narrow: false, dark: false },
    { narrow: false, dark: true },
    { narrow: true, dark: false },
    { narrow: true, dark: true },
  ])("says verdicts in words, and opens the quoted words on their page: %o", async ({ narrow, dark }) => {
    const { page } = await stage.visit({ narrow, dark });
    const { body } = await stage.service.call<{ citations: Record<string, unknown>[] }>(
      "POST",
      "/ask-sources",
      {
        question: "What did the weir do for eels?",
      },
    );
    const [real] = body.citations;
    const cited = (index: number, verdict: string, further = {}) => ({ ...real, index, verdict, ...further });
    const copies = [{ file_id: fileId, file_name: "copy-of-orchard.pdf", page_number: 2 }];
    withAnswer({
      answer: "The ladder helps eels. [1] It was built late. [2] Nobody objected. [3]",
      citations: [
        cited(1, "verified"),
        cited(2, "repaired", { metadata: { ...(real?.metadata as object), copies } }),
        cited(3, "unverified"),
      ],
    });
    await openPage(page, "/ask");
    await ask(page, "What did the weir do for eels?");
    await page.locator(".foot").getByText("3 citations, 1 repaired, 1 unverified").waitFor();
    const notes = page.getByRole("note");
    await page.getByRole("button", { name: "Citation 3, unverified" }).waitFor();
    expect(await notes.nth(0).textContent()).toContain("Verified");
    expect(await notes.nth(2).textContent()).toContain("none can prove it");
    const size = narrow ? "390" : "1440";
    const theme = dark ? "dark" : "light";
    await picture(page, `verdicts-${size}-${theme}`);
    if (!narrow) {
      const why = notes.nth(2).locator(".why");
      const isShown = () => why.evaluate((each) => each.getBoundingClientRect().height > 20);
      expect(await isShown()).toBe(false);
      await notes.nth(2).hover();
      await expect.poll(isShown).toBe(true);
      await picture(page, `verdict-why-${size}-${theme}`);
      await page.mouse.move(0, 0);
      await notes.nth(2).getByRole("button", { name: "Note 3" }).focus();
      await page.keyboard.press("Shift");
      await expect.poll(isShown).toBe(true);
    }
    await page.getByRole("button", { name: "Citation 2", exact: true }).click();
    await notes.nth(1).getByText("was corrected until").waitFor();
    await notes.nth(1).getByRole("link", { name: "copy-of-orchard.pdf" }).waitFor();
    await notes.nth(1).getByRole("img").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, `verdict-open-${size}-${theme}`);
    await notes
      .nth(1)
      .getByRole("link", { name: /^Open page/ })
      .click();
    await page.getByRole("img", { name: new RegExp(`of ${sampleName}`) }).waitFor();
    await page.locator(".quoted-words").waitFor();
    await expect.poll(() => markOn(page)).toMatchObject({ isSeen: true });
    expect((await markOn(page)).share).toBeLessThan(0.1);
    // The words are lit, and not the whole element, once the pointer is away.
    await page.mouse.move(0, 0);
    await expect.poll(() => page.locator('[data-part="box"][data-active]').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, `quoted-words-${size}-${theme}`);
  });

  it.each([
    { narrow: false, dark: false },
    { narrow: false, dark: true },
    { narrow: true, dark: false },
  ])(
    "opens the page of a value with its words lit, and says what was not found: %o",
    async ({ narrow, dark }) => {
      const { page } = await stage.visit({ narrow, dark });
      const size = `${narrow ? "390" : "1440"}-${dark ? "dark" : "light"}`;
      await openPage(page, "/extract");
      await page.getByText("Without a model, values are found by their labels").waitFor();
      expect(await page.getByRole("group", { name: "Thinking" }).count()).toBe(0);
      const properties = {
        number: { type: "string" },
        total: { type: "number" },
        iban: { type: ["string", "null"] },
      };
      await page
        .getByRole("textbox", { name: "Schema editor" })
        .fill(JSON.stringify({ type: "object", properties }));
      await page.getByRole("textbox", { name: "Instruction" }).fill("The invoice.");
      await page.getByRole("button", { name: /^Extract from/ }).click();
      const result = page.getByRole("region", { name: "Result" });
      await result.getByText("1 row, 2 values, 1 not found").waitFor();
      await result.getByRole("cell", { name: /not found/ }).waitFor();
      await result.getByRole("button", { name: "HW-2024-117" }).click();
      const evidence = page.getByRole("complementary", { name: "The place of the value" });
      await evidence.getByText("Verified: The value is in these words.").waitFor();
      await evidence.getByRole("img", { name: "The place on page 4" }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await picture(page, `evidence-${size}`);
      await evidence.getByRole("link", { name: "The place on page 4" }).click();
      await page.getByRole("img", { name: `Page 4 of ${sampleName}` }).waitFor();
      await page.locator(".quoted-words").waitFor();
      await expect.poll(() => markOn(page)).toMatchObject({ isSeen: true });
      expect((await markOn(page)).share).toBeLessThan(0.02);
      await picture(page, `evidence-page-${size}`);
    },
  );

  it("says what it does while it answers, and opens a citation before the answer is complete", async () => {
    const begun = Promise.withResolvers<{ write(text: string): void }>();
    answers["POST /ask-sources"] = (request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(event("status", { answer_id: "a1" }) + event("status", { stage: "retrieving" }));
      begun.resolve(response);
    };
    const stopped = Promise.withResolvers<void>();
    answers["DELETE /answers/a1"] = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end("{}");
      stopped.resolve();
    };
    const { page } = await stage.visit();
    await openPage(page, "/ask");
    await ask(page, "What helps the eels?");
    const status = page.getByRole("main").getByRole("status");
    await expect.poll(() => status.textContent()).toBe("Searching the sources");
    const { write } = await begun.promise.then((response) => ({ write: response.write.bind(response) }));
    write(event("status", { stage: "reading" }));
    await page.locator(".foot").getByText("Reading passages").waitFor();
    const citation = { index: 1, file_id: fileId, file_name: sampleName, page_number: 3, quote: "for eels" };
    write(event("citation", citation) + event("delta", { text: "A ladder helps. [1] And then [2]" }));
    const figure = page.getByRole("button", { name: "Citation 1" });
    await figure.click();
    await page.getByRole("note").getByText("for eels").waitFor();
    expect(await figure.getAttribute("aria-expanded")).toBe("true");
    expect(await page.getByRole("button", { name: "Citation 2" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await stopped.promise;
    await page.getByText("Stopped by you. What was written stays.").waitFor();
    await page.getByRole("note").getByText("for eels").waitFor();
    await heading(page, "What helps the eels?").waitFor();
  });

  it("does not scroll sideways at 320 px", async () => {
    const { page } = await stage.visit({ narrow: true });
    await page.setViewportSize({ width: 320, height: 700 });
    await openPage(page, "/ask");
    await ask(page, "What did the weir do for eels?");
    await page
      .locator(".foot")
      .getByText(/\d citations?,/)
      .waitFor();
    await page.getByRole("button", { name: "Citation 1" }).first().click();
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await tooWide()).toBeLessThanOrEqual(0);
    await picture(page, "verdicts-320");
    await page
      .getByRole("link", { name: /^Open page/ })
      .first()
      .click();
    await page.locator(".quoted-words").waitFor();
    expect(await tooWide()).toBeLessThanOrEqual(0);
  });

  it("says what a crawl left out, and how far the vectors are", async () => {
    withReadiness({ embedding: { state: "embedding", done: 12, total: 30 } });
    const { body: sources } = await stage.service.call<{ build_id: string }[]>("GET", "/");
    const path = `/builds/${sources[0]?.build_id}`;
    answers[`GET ${path}`] = (_, response) => {
      void stage.service.call<object>("GET", path).then(({ body }) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ ...body, left_out: { limit: 12, robots: 3 } }));
      });
    };
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await page.getByText("12 of 30 documents have vectors").waitFor();
    await page.getByText("Embedding 12 of 30").waitFor();
    await picture(page, "embedding-progress");
    await openPage(page, `/sources/${fileId}`);
    await page.getByText("15 pages were left out.").waitFor();
    await page.getByText("3 closed to programs by robots.txt").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, "left-out");
  });
});
