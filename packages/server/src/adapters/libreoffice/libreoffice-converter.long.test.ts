import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createDocumentReader, noSandbox } from "@headwater/reader";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { canaryPicture } from "../../../testing/documents/drawing-documents.ts";
import { linkingDocx, linkingOdt } from "../../../testing/documents/linking-documents.ts";
import { docxFile, docxParagraph } from "../../../testing/documents/sample-docx.ts";
import { openOfficeStage, withoutWalls } from "../../../testing/office-stage.ts";
import { startWebSite } from "../../../testing/web-site.ts";
import { ConversionError } from "../../ports/office-converter.ts";
import { defaultConversionLimits } from "./libreoffice-converter.ts";

const readDocument = createDocumentReader();
const withSvg = "an ODT with an SVG that has a picture";

/** `test/office-walls.long.test.ts` tries each way in which a document names a picture. */
needs("soffice")("LibreOffice", () => {
  let stage: Awaited<ReturnType<typeof openOfficeStage>>;
  const never = new AbortController().signal;
  beforeAll(async () => {
    stage = await openOfficeStage();
  });
  afterAll(() => stage.close());

  it("draws a picture of this machine without walls, and not without references alone", async () => {
    const [kind, bytes] = stage.documentOf(withSvg);
    expect(await stage.showsCanary(withoutWalls, bytes, kind)).toBe(true);
    expect(await stage.showsCanary({ ...withoutWalls, cleans: true }, bytes, kind)).toBe(false);
  });

  needs("bwrap")("in bubblewrap alone", () => {
    it("draws no picture of this machine", async () => {
      const [kind, bytes] = stage.documentOf(withSvg);
      const sandbox = { ...stage.sandbox, user: null };
      expect(await stage.showsCanary({ ...withoutWalls, sandbox }, bytes, kind)).toBe(false);
    });
  });

  it.runIf(process.getuid?.() === 0)("draws nothing of the data folder as another user alone", async () => {
    const [kind, bytes] = stage.documentOf(withSvg);
    const sandbox = { ...noSandbox, user: 65_534 };
    expect(await stage.showsCanary({ ...withoutWalls, sandbox }, bytes, kind)).toBe(false);
  });

  it("draws what a document holds itself", async () => {
    const data = `data:image/bmp;base64,${Buffer.from(canaryPicture()).toString("base64")}`;
    const [kind, bytes] = stage.documentOf(withSvg, data);
    expect(await stage.showsCanary({}, bytes, kind)).toBe(true);
  });

  it("loads nothing that a document points at", async () => {
    const trap = await startWebSite({ "/picture.bmp": "not to be loaded" });
    const texts = join(stage.data, "outside.txt");
    await writeFile(texts, "secret of this machine");
    const pictures = [`${trap.origin}/picture.bmp`, stage.canary];
    const linking = [
      linkingDocx(pictures, `${trap.origin}/template.dotx`),
      linkingOdt(pictures, [`${trap.origin}/text.txt`, pathToFileURL(texts).href]),
    ];
    for (const document of linking)
      expect(await textOf(await stage.converter().convert(document, never))).not.toContain("secret");
    expect(trap.connections()).toBe(0);
    await trap.close();
  });

  it("leaves nothing behind, and refuses what it can't read", async () => {
    const document = docxFile([docxParagraph("Hello")]);
    expect(await textOf(await stage.converter().convert(document, never))).toContain("Hello");
    await expect(
      stage.converter({ cleans: false }).convert(document.subarray(0, 300), never),
    ).rejects.toThrow("LibreOffice could not read the document");
    expect(await readdir(stage.work)).toEqual([]);
  });

  it("ends within its time, and at once when it is called off", async () => {
    const document = docxFile([docxParagraph("Hello")]);
    const quick = stage.converter({ limits: { ...defaultConversionLimits, timeMs: 20 } });
    const late = quick.convert(document, never);
    await expect(late).rejects.toThrow(ConversionError);
    await expect(late).rejects.toThrow("LibreOffice took longer than");
    const calledOff = AbortSignal.abort(new Error("deleted"));
    await expect(stage.converter().convert(document, calledOff)).rejects.toThrow("deleted");
    expect(await readdir(stage.work)).toEqual([]);
  });
});

async function textOf(pdf: Uint8Array): Promise<string> {
  const text: string[] = [];
  for await (const part of readDocument(
    { bytes: pdf, fileName: "a.pdf", extension: "pdf" },
    { method: "fast" },
  ))
    if (part.kind === "elements") text.push(...part.elements.map((element) => element.text));
  return text.join(" ");
}
