import { expect, it } from "vitest";
import { needs } from "../../scripts/testing/needs.ts";
import { openPage } from "../support/browser.ts";
import { openRefusedStage } from "../support/stage.ts";
import type { Backend } from "../support/workbench.ts";

export const refusedToken = (backend: Backend) =>
  needs("chromium")(`a token that the service refuses, by ${backend}`, () => {
    it("is explained with a remedy, without showing the token", async () => {
      const token = "not-the-token-4711-abcdef";
      const stage = await openRefusedStage({ backend, token });
      try {
        const { page } = await stage.visit();
        const answers: Promise<string>[] = [];
        page.on("response", (response) => answers.push(response.text().catch(() => "")));
        await openPage(page, "/sources");
        await page
          .getByRole("alert")
          .filter({ hasText: /token/ })
          .filter({ hasText: "HEADWATER_TOKEN" })
          .waitFor();
        await openPage(page, "/ask");
        await page.getByRole("textbox", { name: "Your question" }).fill("Anything?");
        await page.getByRole("textbox", { name: "Your question" }).press("Control+Enter");
        await page
          .getByRole("alert")
          .filter({ hasText: "No answer came back." })
          .filter({ hasText: /token/ })
          .waitFor();
        expect(await page.content()).not.toContain(token);
        expect((await Promise.all(answers)).filter((text) => text.includes(token))).toEqual([]);
      } finally {
        await stage.close();
      }
    });
  });
