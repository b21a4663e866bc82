import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { holdAnswers } from "./support/answers.ts";
import { viewports } from "./support/browser.ts";
import type { BrowserDriver } from "./support/browsers/driver.ts";
import { launchFirefox } from "./support/browsers/firefox.ts";
import { type Walker, walkWith } from "./support/browsers/walker.ts";
import { launchWebKit } from "./support/browsers/webkit.ts";
import { startWitness, type Witness } from "./support/browsers/witness.ts";
import { type ChosenFile, heavyReport, sample, sampleName } from "./support/documents.ts";
import { type HeldUpload, holdUploads } from "./support/held-uploads.ts";
import type { RelayAnswers } from "./support/relay.ts";
import { type House, openHouse } from "./support/stage.ts";

/** Looked at by people, as those of Chromium are. */
const artifacts = join(import.meta.dirname, "artifacts");

/** More bytes than fit into all buffers between browser and service. */
const heavyBytes = 48_000_000;
/** What the service reads of it before it pauses. */
const takenBytes = 8_000_000;
const heavy = heavyReport(heavyBytes);

const browsers = [
  ["Firefox", "firefox-esr", launchFirefox],
  ["WebKit", "WebKitWebDriver", launchWebKit],
] as const;

for (const [name, program, launch] of browsers)
  needs(program)(`the workbench in ${name}`, () => {
    const answers: RelayAnswers = {};
    let house: House;
    let witness: Witness;
    let driver: BrowserDriver;
    let user: Walker;
    let folder: string;
    beforeAll(async () => {
      house = await openHouse({ backend: "next", answers });
      witness = await startWitness(house.address);
      driver = await launch();
      console.log(`${name}: ${driver.version}`);
      await driver.resize(viewports.wide.width, viewports.wide.height);
      user = walkWith(driver, witness.address);
      folder = await mkdtemp(join(tmpdir(), "headwater-e2e-"));
      for (const { name, buffer } of [sample, heavy]) await writeFile(join(folder, name), buffer);
    });
    afterAll(async () => {
      await driver?.close();
      await witness?.close();
      await house?.close();
      await rm(folder, { recursive: true, force: true });
    });

    afterEach(async ({ task }) => {
      if (task.result?.state === "fail") await picture(`failed: ${task.name}`.replaceAll(/\W+/g, "-"));
    });

    const openRoom = async (room: string) => {
      await user.click({ role: "link", name: room }, "nav[aria-label=Main]");
      await user.until(`the room ${room}`, () =>
        user.run<boolean>(`return document.querySelector("h1")?.textContent === ${JSON.stringify(room)}`),
      );
    };
    const picture = async (what: string) => {
      mkdirSync(artifacts, { recursive: true });
      writeFileSync(join(artifacts, `${name.toLowerCase()}-${what}.png`), await driver.picture());
    };
    const question = { role: "textbox", name: "Your question" };

    const choose = (...files: ChosenFile[]) =>
      driver.chooseFiles(
        "[aria-label='Choose files']",
        files.map((file) => join(folder, file.name)),
      );

    it("adds a chosen file and reads it", async () => {
      await user.open("/");
      await user.sees({ role: "heading", name: "Add a document and ask about it." });
      await picture("empty");
      await choose(sample);
      await user.sees({ text: "One source. It is ready." });
      await picture("sources");
    });

    it("shows the picture of a page beside its text, and finds a word", async () => {
      await user.click({ role: "link", name: sampleName });
      await user.sees({ role: "img", name: `Page 1 of ${sampleName}` });
      await user.fill({ role: "searchbox", name: "Find in elements" }, "eels");
      await user.sees({ text: "1 of 1 place" });
      expect(await user.sees({ css: "mark" })).toBe("eels");
      await picture("find");
      await user.fill({ role: "searchbox", name: "Find in elements" }, "");
      await user.pointAt({ css: "article" });
      await user.sees({ css: "[data-active]" });
      await picture("document");
    });

    it("answers a question and opens the cited place", async () => {
      await openRoom("Ask");
      await user.fill(question, "How many trees are left of the Hollin Seedling?");
      await driver.press("Enter");
      await user.sees({ text: "/^Nine trees are left/" });
      await user.click({ role: "button", name: "Citation 1" });
      await user.sees({ role: "img", name: "The quoted place on page 2" });
      await user.click({ role: "button", name: "Copy" });
      await user.sees({ text: "Copied" });
      await picture("answer");
      await user.click({ role: "link", name: "Open page 2" });
      await user.sees({ role: "img", name: `Page 2 of ${sampleName}` });
      await user.sees({ css: ".quoted-words" });
      await picture("cited");
    });

    it("shows the words of an answer as they come, and stops it", async () => {
      holdAnswers(answers, "The first words of a long answer");
      await openRoom("Ask");
      await user.fill(question, "What does the report say?");
      await driver.press("Enter");
      await user.sees({ text: "/The first words of a long answer/" });
      await picture("streaming");
      await user.click({ role: "button", name: "Stop" });
      await user.sees({ text: "/^Stopped by you/" });
      delete answers["POST /ask-sources"];
    });

    it("finds passages and lights the words in their document", async () => {
      await openRoom("Search");
      await user.fill({ role: "searchbox", name: "Search" }, "ladder for eels");
      await driver.press("Enter");
      await user.sees({ css: "main mark" });
      await picture("search");
      await user.click({ role: "link", name: "/open in document/" });
      await user.sees({ role: "img", name: `Page 3 of ${sampleName}` });
      await user.sees({ css: ".quoted-words" });
    });

    it("extracts an invoice and shows where a value stands", async () => {
      await openRoom("Extract");
      await user.choose({ label: "Schema" }, "Invoice");
      await user.sees({ text: "Valid. Six values, two of them required." });
      await user.click({ role: "button", name: "/^Sources/" });
      await user.click({ role: "checkbox", name: sampleName });
      await driver.press("Escape");
      await user.click({ role: "button", name: "Extract from 1 source" });
      await user.pointAt({ role: "button", name: "HW-2024-117" });
      await user.sees({ text: `/Printed as “HW-2024-117” on page 4/` });
      await user.sees({ role: "img", name: "The place on page 4" });
      await picture("extract");
    });

    it("draws a flow, simulates and deploys it, and runs what is deployed", async () => {
      await user.open("/flows");
      // A service has each name once, and the browsers share one.
      const flow = `orchard-${randomUUID().slice(0, 8)}`;
      await user.fill({ role: "textbox" }, flow, "[aria-label='New flow']");
      await user.click({ role: "radio", name: "/^Search/" });
      await user.click({ role: "button", name: "Make the flow" });
      await user.sees({ text: "Not run yet" }, "[role=application]");
      await picture("flow");
      await user.fill({ label: "Question to simulate" }, "How many trees are left?");
      await user.click({ role: "button", name: "Simulate" });
      await user.sees({ text: "/Nine trees are left/" }, "[aria-label='What came of it']");
      await user.click({ role: "button", name: "Deploy" });
      await user.click({ role: "button", name: "Deploy the draft" });
      await user.sees({ text: "/Revision 1 is deployed/" });
      await user.click({ role: "button", name: "Run" });
      await user.sees({ text: "/from what is deployed/" });
      await user.click({ css: ".node" });
      await user.sees({ role: "complementary", name: "/^Settings of/" });
      await picture("flow-run");
    });

    it("shows how much of a heavy file was sent, and stops sending it", async () => {
      const held = holdUploads(answers, takenBytes);
      await openRoom("Sources");
      await choose(heavy);
      const upload = await user.until<HeldUpload>("the upload has begun", async () => held[0] ?? null);
      const minPercent = Math.floor((100 * takenBytes) / heavyBytes) - 1;
      const percent = () =>
        user.run<number>("return Number(/Sending, (\\d+)\\s%/.exec(document.body.textContent)?.[1])");
      await user.until("the figure tells what was sent", async () => (await percent()) >= minPercent);
      expect(await percent()).toBeLessThan(100);
      await picture("upload");
      await user.pointAt({ text: heavy.name });
      await user.click({ role: "button", name: "Stop" });
      // Without a reader, a request does not report that it has ended.
      upload.request.resume();
      await user.until("the service sees the end", async () => upload.request.destroyed);
      await user.sees({ text: "One source. It is ready." });
      delete answers["POST /ingest-file"];
    });

    it("turns dark, and stays so after a reload", async () => {
      const paper = () => user.run<string>("return getComputedStyle(document.body).backgroundColor");
      expect(await paper()).toBe("rgb(250, 252, 251)");
      await user.choose({ label: "Theme" }, "Dark");
      await user.until("the page is dark", async () => (await paper()) === "rgb(15, 22, 21)");
      await user.open("/ask");
      expect(await paper()).toBe("rgb(15, 22, 21)");
      await user.sees({ text: "/^Nine trees are left/" });
      await user.sees({ text: "Today" }, "#conversations");
      await picture("dark");
    });

    it("fits a phone", async () => {
      await driver.resize(viewports.narrow.width, viewports.narrow.height);
      for (const room of ["sources", "ask", "search", "extract", "flows"]) {
        await user.open(`/${room}`);
        await user.sees({ role: "heading" });
        expect(await user.run("return document.documentElement.scrollWidth <= innerWidth"), room).toBe(true);
        await picture(`${room}-narrow`);
      }
    });

    it("caused no errors", () => expect(witness.complaints).toEqual([]));
  });
