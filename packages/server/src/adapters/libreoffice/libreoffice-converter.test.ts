import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createDocumentReader } from "@headwater/reader";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import {
  linkingDocx,
  linkingOdt,
  linkingRtf,
  linkingXlsx,
} from "../../../testing/documents/linking-documents.ts";
import { docxFile, docxParagraph } from "../../../testing/documents/sample-docx.ts";
import { startWebSite, type WebSite } from "../../../testing/web-site.ts";
import { ConversionError } from "../../ports/office-converter.ts";
import { findProgram } from "../processes/find-program.ts";
import { startProgram } from "../processes/start-program.ts";
import { findNetworkCut } from "../processes/without-network.ts";
import { createLibreOfficeConverter, defaultConversionLimits } from "./libreoffice-converter.ts";

const readDocument = createDocumentReader();
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

needs("soffice")("LibreOffice", () => {
  let folder: string;
  let command: string;
  let trap: WebSite;
  const never = new AbortController().signal;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-office-"));
    command = (await findProgram("soffice")) ?? "";
    trap = await startWebSite({
      "/picture.png": { headers: { "content-type": "image/png" }, body: picture },
    });
  });
  afterAll(async () => {
    await trap.close();
    await rm(folder, { recursive: true, force: true });
  });
  const convert = (networkCut: readonly string[] = [], limits = defaultConversionLimits) =>
    createLibreOfficeConverter({ startProgram, command, networkCut, folder: join(folder, "work"), limits })
      .convert;

  it.each([[false], [true]])("loads nothing that a document points at (network cut: %s)", async (cut) => {
    const outside = join(folder, "outside.png");
    await writeFile(outside, picture);
    const texts = join(folder, "outside.txt");
    await writeFile(texts, "secret of this machine");
    const pictures = [`${trap.origin}/picture.png`, pathToFileURL(outside).href];
    const documents = [
      [linkingDocx(pictures, `${trap.origin}/template.dotx`), "docx"],
      [linkingOdt(pictures, [`${trap.origin}/text.txt`, pathToFileURL(texts).href]), "odt"],
      [linkingXlsx(`${trap.origin}/value`), "xlsx"],
      [linkingRtf(`${trap.origin}/picture.png`), "doc"],
    ] as const;
    for (const [document, extension] of documents) {
      const pdf = await convert(cut ? await findNetworkCut() : [])(document, extension, never);
      const { pictures: loaded, text } = await contentOf(pdf);
      expect([extension, loaded, text.includes("secret")]).toEqual([extension, false, false]);
    }
    expect(trap.connections()).toBe(0);
  });

  it("leaves nothing behind, and refuses what is no office document", async () => {
    await convert()(docxFile([docxParagraph("Hello")]), "docx", never);
    const page = Buffer.from(`<html><img src="${trap.origin}/picture.png">`);
    await expect(convert()(page, "doc", never)).rejects.toThrow(ConversionError);
    const torn = docxFile([docxParagraph("Hello")]).subarray(0, 300);
    await expect(convert()(torn, "docx", never)).rejects.toThrow("LibreOffice could not read the document");
    expect(trap.connections()).toBe(0);
    expect(await readdir(join(folder, "work"))).toEqual([]);
  });

  it("ends within its time, and at once when it is called off", async () => {
    const document = docxFile([docxParagraph("Hello")]);
    const quick = convert([], { ...defaultConversionLimits, timeMs: 20 });
    await expect(quick(document, "docx", never)).rejects.toThrow("LibreOffice took longer than");
    const calledOff = AbortSignal.abort(new Error("deleted"));
    await expect(convert()(document, "docx", calledOff)).rejects.toThrow("deleted");
    expect(await readdir(join(folder, "work"))).toEqual([]);
  });
});

/** Pictures and words in a PDF: what LibreOffice draws of a document that has only links is its heading. */
async function contentOf(pdf: Uint8Array): Promise<{ pictures: boolean; text: string }> {
  const text: string[] = [];
  for await (const part of readDocument(
    { bytes: pdf, fileName: "a.pdf", extension: "pdf" },
    { method: "fast" },
  ))
    if (part.kind === "elements") text.push(...part.elements.map((element) => element.text));
  return { pictures: Buffer.from(pdf).toString("latin1").includes("/Subtype/Image"), text: text.join(" ") };
}
