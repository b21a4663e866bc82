import type { Locator, Page } from "playwright-core";

export const questionField = (page: Page): Locator => page.getByRole("textbox", { name: "Your question" });

export const heading = (page: Page, name: string): Locator =>
  page.getByRole("heading", { name, exact: true });

export async function ask(page: Page, question: string): Promise<void> {
  await questionField(page).fill(question);
  await questionField(page).press("Control+Enter");
}
