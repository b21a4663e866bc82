import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage } from "./support/browser.ts";
import { openStage } from "./support/stage.ts";

needs("chromium")("controls for what the service can do", () => {
  const visitWith = async (capabilities: string[] | undefined) => {
    const stage = await openStage({
      backend: "next",
      answers: {
        "GET /readyz": (_, response, pass) => {
          if (!capabilities) return pass();
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify({ status: "ready", checks: {}, capabilities, methods: ["fast"] }));
        },
      },
    });
    const { page } = await stage.visit();
    await openPage(page, "/sources");
    await page.getByText("Service ready").waitFor();
    return { stage, page };
  };
  const rooms = (page: Page) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link").allTextContents();

  it("shows no address field while the service accepts no addresses", async () => {
    const { stage, page } = await visitWith(["ingest", "ask", "retrieve", "extract"]);
    try {
      await expect.poll(() => rooms(page)).toEqual(["Sources", "Ask", "Search", "Extract"]);
      expect(await page.getByRole("textbox").count()).toBe(0);
      expect(await page.getByRole("button", { name: "Add", exact: true }).count()).toBe(0);
    } finally {
      await stage.close();
    }
  });

  it("lets the file chooser offer the file types that the service reads, and refuses other files with a reason", async () => {
    const { stage, page } = await visitWith(undefined);
    try {
      const input = page.getByLabel("Choose files").and(page.locator("input"));
      await expect.poll(() => input.getAttribute("accept")).toContain(".docx");
      expect(await input.getAttribute("accept")).not.toContain(".mpg");
      const film = { name: "film.mpg", mimeType: "video/mpeg", buffer: Buffer.from("no film") };
      await input.setInputFiles([film, { ...film, name: "second.mpg" }]);
      const refusal = page.getByRole("listitem").filter({ hasText: "film.mpg" });
      await refusal
        .getByText(/does not read files of this kind\. It reads pdf, doc, docx, .* and \w+\./)
        .waitFor();
      await page.getByText("Two were not added.").waitFor();
      await page.getByRole("button", { name: "Clear the two" }).click();
      await refusal.waitFor({ state: "detached" });
      await page.getByText("Nothing has been added yet.").waitFor();
    } finally {
      await stage.close();
    }
  });

  it("shows the address field when the service accepts addresses, and hides pages that the service cannot serve", async () => {
    const { stage, page } = await visitWith(["ingest-url", "ask"]);
    try {
      await expect.poll(() => rooms(page)).toEqual(["Sources", "Ask"]);
      const field = page.getByRole("textbox", { name: "Address of a web page" });
      await field.fill("not an address");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("alert").filter({ hasText: "An address starts with https://" }).waitFor();
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      // With only one method there is nothing to choose.
      expect(await page.getByLabel("Read with").count()).toBe(0);
      await openPage(page, "/search");
      await page.getByText("This service does not search passages.").waitFor();
      await openPage(page, "/extract");
      await page.getByText("This service does not extract values.").waitFor();
      await openPage(page, "/flows");
      await page.getByText("This service does not run flows.").waitFor();
    } finally {
      await stage.close();
    }
  });
});
