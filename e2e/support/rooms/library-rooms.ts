import type { Page } from "playwright-core";
import { openPage } from "../browser.ts";
import { brokenPdf, sample, sampleName } from "../documents.ts";
import { longText } from "../long-text.ts";
import type { Stage } from "../stage.ts";
import { type Opening, picturedRooms } from "./pictured-rooms.ts";

const textName = "weir.md";
const sheetName = "ledger.csv";

/** What the rooms below expect to find. */
export async function fillLibrary({ service }: Stage): Promise<void> {
  const sheet = Buffer.from("When,Paid,For\nMonday,12,Lamp oil\nTuesday,7,Rope\n");
  for (const { name, buffer } of [
    sample,
    brokenPdf,
    { name: textName, buffer: longText(120) },
    { name: sheetName, buffer: sheet },
  ])
    await service.ingestAndWait(name, buffer);
  const { body } = await service.call<{ file_id: string; file_name: string }[]>("GET", "/");
  const text = body.find(({ file_name }) => file_name === textName);
  await service.call("PATCH", `/${text?.file_id}`, { tags: ["rivers"] });
}

const row = (page: Page) => page.getByRole("listitem").filter({ hasText: sampleName });

/** Opens the sample's row at one of its questions. */
const asked =
  (action: string): Opening =>
  async (page) => {
    await openPage(page, "/sources");
    await row(page).hover();
    const more = row(page).getByRole("button", { name: /^More/ });
    if (await more.isVisible()) await more.click();
    await row(page).getByRole("button", { name: action, exact: true }).filter({ visible: true }).click();
    await row(page).getByRole("group").waitFor();
  };

const opened =
  (name: string): Opening =>
  async (page) => {
    await openPage(page, "/sources");
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByRole("article").or(page.getByRole("table")).first().waitFor();
  };

/** The rooms of documents with real content. */
export const libraryRooms: Record<string, Opening> = {
  ...picturedRooms,
  async "sources, some chosen"(page) {
    await openPage(page, "/sources?tag=rivers");
    await page.getByRole("checkbox", { name: `Choose ${textName}` }).click();
    await page.getByText("1 chosen").waitFor();
  },
  "sources, before one is deleted": asked("Delete"),
  "sources, before one is read again": asked("Read again"),
  "sources, one being tagged": asked("Tag"),
  async "adding by address"(page) {
    await openPage(page, "/sources/add");
    await page.getByRole("heading", { level: 1 }).waitFor();
  },
  "a long text": opened(textName),
  "a sheet": opened(sheetName),
  async "ask, with a page beside"(page) {
    await picturedRooms.ask?.(page);
    await page.getByRole("button", { name: "Show beside" }).click();
    await page.getByRole("img", { name: `Page 2 of ${sampleName}` }).waitFor();
  },
  async "ask, choosing sources and values"(page) {
    await openPage(page, "/ask");
    await page.getByText("Service ready").waitFor({ state: "attached" });
    // The browser keeps what was chosen before.
    const asValues = page.getByRole("button", { name: "As values" });
    if ((await asValues.getAttribute("aria-pressed")) !== "true") await asValues.click();
    await page.getByRole("textbox", { name: "Schema of the answer" }).fill("{");
    await page.getByRole("button", { name: /^Sources in scope/ }).click();
    await page.getByRole("checkbox", { name: "All sources" }).waitFor();
  },
  async "ask, renaming a conversation"(page) {
    await picturedRooms.ask?.(page);
    const list = page.getByRole("button", { name: "All conversations" });
    if (await list.isVisible()) await list.click();
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "New name" }).waitFor();
  },
  async "extract, with a wrong schema"(page) {
    await openPage(page, "/extract");
    await page.getByRole("textbox", { name: "Schema editor" }).fill('{ "type": "numbr" }');
    await page.getByText('"numbr" is not a type').waitFor();
  },
};

/** The same rooms of a service that has nothing yet. */
export const emptyRooms: Record<string, Opening> = {
  async sources(page) {
    await openPage(page, "/sources");
    await page.getByText("Add a document and ask about it.").waitFor();
  },
  async ask(page) {
    await openPage(page, "/ask");
    await page.getByRole("heading", { level: 1, name: "Ask" }).waitFor();
    await page.getByText("Service ready").waitFor({ state: "attached" });
  },
  async search(page) {
    await openPage(page, "/search");
    await page.getByText("There is nothing to search yet.").waitFor();
  },
  async extract(page) {
    await openPage(page, "/extract");
    await page.getByRole("heading", { level: 1, name: "Extract" }).waitFor();
  },
  async flows(page) {
    await openPage(page, "/flows");
    await page.getByRole("heading", { level: 1, name: "Flows" }).waitFor();
    await page.getByRole("button", { name: "Make the flow" }).waitFor();
  },
  async "a source that is not there"(page) {
    await openPage(page, "/sources/00000000-0000-7000-8000-000000000000");
    await page.getByRole("heading", { name: "There is no such source" }).waitFor();
  },
};

/** The same rooms of a service that fails. */
export const failingRooms: Record<string, Opening> = {
  async sources(page) {
    await openPage(page, "/sources");
    await page.getByRole("button", { name: "Try again" }).waitFor();
  },
  async document(page) {
    await openPage(page, "/sources/00000000-0000-7000-8000-000000000000");
    await page.locator("main").getByRole("alert").first().waitFor();
  },
  async ask(page) {
    await openPage(page, "/ask");
    const field = page.getByRole("textbox", { name: "Your question" });
    await field.fill("Who retires?");
    await field.press("Control+Enter");
    await page.getByText("No answer came back.").first().waitFor();
  },
  async search(page) {
    await openPage(page, "/search?q=eels");
    await page.getByRole("button", { name: "Search again" }).waitFor();
  },
  async extract(page) {
    await openPage(page, "/extract");
    await page.getByRole("heading", { level: 1, name: "Extract" }).waitFor();
  },
  async flows(page) {
    await openPage(page, "/flows");
    await page.locator("main").getByRole("alert").first().waitFor();
  },
  async "a flow"(page) {
    await openPage(page, "/flows/support");
    await page.locator("main").getByRole("alert").first().waitFor();
  },
};
