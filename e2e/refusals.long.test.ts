import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { openPage } from "./support/browser.ts";
import { chooseFiles, rowOf } from "./support/choose-files.ts";
import { unknownKind } from "./support/documents.ts";
import { openStage, type Stage } from "./support/stage.ts";

needs("chromium")("requests that the workbench refuses by itself", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ backend: "next" });
  });
  afterAll(() => stage?.close());

  it("refuses a file of another type before it is sent", async () => {
    const { page } = await stage.visit();
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await openPage(page, "/sources");
    await chooseFiles(page, unknownKind);
    await rowOf(page, unknownKind.name).getByText("Not added", { exact: true }).waitFor();
    await rowOf(page, unknownKind.name).getByText("The service does not read files of this kind.").waitFor();
    expect(sent).toEqual([]);
    await page.getByRole("button", { name: "Clear it" }).click();
    await rowOf(page, unknownKind.name).waitFor({ state: "detached" });
  });

  it("refuses a file that is too large before it is sent", async () => {
    const folder = await mkdtemp(join(tmpdir(), "headwater-e2e-"));
    try {
      const path = join(folder, "atlas.pdf");
      const file = await open(path, "w");
      await file.truncate(140_000_000);
      await file.close();
      const { page } = await stage.visit();
      const sent: string[] = [];
      page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
      await openPage(page, "/sources");
      await chooseFiles(page, path);
      await rowOf(page, "atlas.pdf")
        .getByText(/This file has 140\sMB; the limit is 100\sMB\./)
        .waitFor();
      expect(sent).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("explains an unknown source and an unknown address", async () => {
    const { page } = await stage.visit();
    await openPage(page, "/sources/00000000-0000-7000-8000-000000000000");
    await page.getByRole("heading", { name: "There is no such source" }).waitFor();
    await openPage(page, `/sources/${encodeURIComponent("../nothing <b>")}?page=-3&element=%00`);
    await page.getByRole("link", { name: "Go to the sources" }).waitFor();
    for (const path of ["/nowhere", "/sources/%E0%A4%A", "/%FF?page=%FF"]) {
      expect((await page.request.get(path)).status()).toBe(404);
      await openPage(page, path);
      await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    }
    await page.getByRole("link", { name: "Go to the sources" }).click();
    await page.getByRole("heading", { name: "Sources", level: 1 }).waitFor();
  });

  it("refuses an empty question and an invalid schema", async () => {
    const { page } = await stage.visit();
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await openPage(page, "/ask");
    await page.getByText("Service ready").waitFor();
    await page.getByRole("textbox", { name: "Your question" }).fill("  \n ");
    await page.getByRole("textbox", { name: "Your question" }).press("Control+Enter");
    await openPage(page, "/extract");
    const editor = page.getByRole("textbox", { name: "Schema editor" });
    await editor.fill('{ "type": "object", "properties": { "total": { "type": "numbr" } } }');
    await page.getByText('Line 1: "numbr" is not a type. Did you mean "number"?').waitFor();
    expect(await editor.getAttribute("aria-invalid")).toBe("true");
    expect(sent).toEqual([]);
  });
});
