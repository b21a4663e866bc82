import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../scripts/testing/needs.ts";
import { openPage } from "../support/browser.ts";
import { chooseFiles } from "../support/choose-files.ts";
import { heavyReport, report } from "../support/documents.ts";
import { holdUploads } from "../support/held-uploads.ts";
import type { RelayAnswers } from "../support/relay.ts";
import { openStage, type Stage } from "../support/stage.ts";
import type { Backend } from "../support/workbench.ts";

/** More bytes than fit into all buffers between browser and service. */
const heavyBytes = 48_000_000;
/** The bytes of an upload that the service reads before it pauses. */
const takenBytes = 8_000_000;

export const runningUpload = (backend: Backend) =>
  needs("chromium")(`a running upload, by ${backend}`, () => {
    const answers: RelayAnswers = {};
    let stage: Stage;
    let folder: string;
    let heavy: string;
    beforeAll(async () => {
      stage = await openStage({ backend, answers });
      folder = await mkdtemp(join(tmpdir(), "headwater-e2e-"));
      heavy = join(folder, "heavy.pdf");
      await writeFile(heavy, heavyReport(heavyBytes).buffer);
    });
    afterAll(async () => {
      await stage?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const row = (page: Page) => page.getByRole("listitem").filter({ hasText: "heavy.pdf" });
    const percent = async (page: Page) =>
      Number((await row(page).textContent())?.match(/Sending, (\d+)\s%/)?.[1]);

    it("shows how much of a file was really sent, until the service has all of it", async () => {
      const held = holdUploads(answers, takenBytes);
      const { page, complaints } = await stage.visit();
      await openPage(page, "/sources");
      await chooseFiles(page, heavy);
      await expect.poll(() => held.length).toBe(1);
      // While the service pauses, not everything can be sent. The figure is at least what has arrived.
      const minPercent = Math.floor((100 * takenBytes) / heavyBytes) - 1;
      await expect.poll(() => percent(page)).toBeGreaterThanOrEqual(minPercent);
      expect(await percent(page)).toBeLessThan(100);
      const bar = row(page).getByRole("progressbar");
      expect(Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
      held[0]?.release();
      await row(page).getByText("Ready", { exact: true }).waitFor();
      expect((await stage.service.call<{ total_pages: number }[]>("GET", "/")).body[0]?.total_pages).toBe(3);
      expect(complaints).toEqual([]);
    });

    it("continues to send while another page is open", async () => {
      const held = holdUploads(answers, takenBytes);
      const { page, complaints } = await stage.visit();
      const before = (await stage.service.call<unknown[]>("GET", "/")).body.length;
      await openPage(page, "/sources");
      await chooseFiles(page, heavy);
      await expect.poll(() => held.length).toBe(1);
      await page.getByText("One file is on its way.").waitFor();
      const rooms = page.getByRole("navigation", { name: "Main" });
      await rooms.getByRole("link", { name: "Ask" }).click();
      await page.getByRole("textbox").first().waitFor();
      held[0]?.release();
      await expect
        .poll(async () => (await stage.service.call<unknown[]>("GET", "/")).body.length)
        .toBe(before + 1);
      await rooms.getByRole("link", { name: "Sources" }).click();
      await row(page).first().getByText("Ready", { exact: true }).waitFor();
      await page.getByText("on its way").waitFor({ state: "detached" });
      expect(complaints).toEqual([]);
    });

    it("aborts an upload that is stopped: the service sees it, and stores nothing", async () => {
      const held = holdUploads(answers, takenBytes);
      const { page, complaints } = await stage.visit();
      const before = (await stage.service.call<unknown[]>("GET", "/")).body.length;
      await openPage(page, "/sources");
      await chooseFiles(page, heavy);
      await expect.poll(() => held.length).toBe(1);
      const uploading = row(page).filter({ hasText: "Sending" });
      await uploading.getByRole("button", { name: "Stop" }).click();
      await uploading.waitFor({ state: "detached" });
      // Without a reader, a request does not report that it has ended.
      held[0]?.request.resume();
      await expect.poll(() => held[0]?.request.destroyed).toBe(true);
      expect(held[0]?.request.complete).toBe(false);
      expect((await stage.service.call<unknown[]>("GET", "/")).body).toHaveLength(before);
      expect(complaints).toEqual([]);
    });

    it("sends several files a few at a time, and accepts dropped files", async () => {
      delete answers["POST /ingest-file"];
      const { page } = await stage.visit();
      await openPage(page, "/sources");
      await page.getByText(/sources?\./).waitFor();
      const transfer = await page.evaluateHandle(
        ({ bytes, count }) => {
          const data = new DataTransfer();
          const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
          for (let index = 0; index < count; index += 1) {
            // Different bytes: equal files would name each other in the list.
            data.items.add(
              new File([content, `\n% ${index}`], `dropped-${index}.pdf`, { type: "application/pdf" }),
            );
          }
          return data;
        },
        { bytes: report.buffer.toString("base64"), count: 5 },
      );
      const target = page.getByRole("region", { name: "Add", exact: true });
      await target.dispatchEvent("dragenter", { dataTransfer: transfer });
      await page.getByText("Let go to add 5 files").waitFor();
      await target.dispatchEvent("drop", { dataTransfer: transfer });
      for (let index = 0; index < 5; index += 1) {
        await page
          .getByRole("listitem")
          .filter({ hasText: `dropped-${index}.pdf` })
          .getByText("Ready", { exact: true })
          .waitFor();
      }
      await page.getByText("Drop files here, or").waitFor();
    });
  });
