import { afterAll, beforeAll, it } from "vitest";
import { needs } from "../../scripts/testing/needs.ts";
import { openPage } from "../support/browser.ts";
import { chooseFiles, rowOf } from "../support/choose-files.ts";
import { brokenPdf, type ChosenFile, emptyPdf, lockedPdf } from "../support/documents.ts";
import { openStage, type Stage } from "../support/stage.ts";
import type { Backend } from "../support/workbench.ts";

type BrokenFile = [kind: string, file: ChosenFile, reason: RegExp];

export const brokenFiles: [BrokenFile, ...BrokenFile[]] = [
  ["damaged", brokenPdf, /This file is damaged or is not a PDF\..*save it again/],
  ["empty", emptyPdf, /This file is empty\. Check the file/],
  ["locked", lockedPdf, /This PDF is protected by a password\. Remove the password/],
];

export const failures = (backend: Backend, files: BrokenFile[]) =>
  needs("chromium")(`failed files, by ${backend}`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage({ backend });
    });
    afterAll(() => stage?.close());

    it.each(files)("says why a %s PDF could not be read, and what helps", async (_, file, reason) => {
      const { page } = await stage.visit();
      await openPage(page, "/sources");
      await chooseFiles(page, file);
      await rowOf(page, file.name).getByText("Could not be read", { exact: true }).waitFor();
      await rowOf(page, file.name).getByText(reason).waitFor();
      await page.getByRole("link", { name: file.name }).click();
      await page.getByRole("alert").getByText(reason).waitFor();
    });
  });
