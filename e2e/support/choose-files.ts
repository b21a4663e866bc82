import type { Locator, Page } from "playwright-core";
import type { ChosenFile } from "./documents.ts";

/** The row of a source or of an upload in the list. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole("listitem").filter({ hasText: name });

/** Adds files with the file chooser of the browser. */
export async function chooseFiles(page: Page, files: string | string[] | ChosenFile): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).filter({ visible: true }).last().click();
  await (await chooser).setFiles(files);
}
