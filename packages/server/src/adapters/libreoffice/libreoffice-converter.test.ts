import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createDocumentReader, findSandbox, noSandbox, type Sandbox, selfContained } from "@headwater/reader";
import { createPageRenderer } from "@headwater/reader/page-renderer";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { canaryPicture, drawingDocuments } from "../../../testing/documents/drawing-documents.ts";
import {
  linkingDocx,
  linkingOdt,
  linkingRtf,
  linkingXlsx,
} from "../../../testing/documents/linking-documents.ts";
import { docxFile, docxParagraph } from "../../../testing/documents/sample-docx.ts";
import { showsColour } from "../../../testing/documents/shows-colour.ts";
import { startWebSite, type WebSite } from "../../../testing/web-site.ts";
import { ConversionError, type OfficeDocument } from "../../ports/office-converter.ts";
import { findProgram } from "../processes/find-program.ts";
import { createStartProgram } from "../processes/start-program.ts";
import { createLibreOfficeConverter, defaultConversionLimits } from "./libreoffice-converter.ts";
import { profileSettings } from "./profile.ts";

const readDocument = createDocumentReader();
const renderer = createPageRenderer();
const magenta = [255, 0, 255] as const;
/** A profile that allows everything. */
const openSettings = '<oor:items xmlns:oor="http://openoffice.org/2001/registry"/>';
const names = drawingDocuments("").map(([how]) => how);
type Kind = OfficeDocument["kind"];

needs("soffice")("LibreOffice", () => {
  let folder: string;
  let work: string;
  let command: string;
  let trap: WebSite;
  let sandbox: Sandbox;
  /** In a folder that stands for the data folder of the service. */
  let canary: string;
  const never = new AbortController().signal;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-office-"));
    work = join(folder, "work");
    await chmod(folder, 0o755);
    await mkdir(work, { mode: 0o755 });
    await mkdir(join(folder, "data"), { mode: 0o700 });
    canary = join(folder, "data", "canary.bmp");
    await writeFile(canary, canaryPicture());
    sandbox = await findSandbox({ hidden: [join(folder, "data")] });
    command = (await findProgram("soffice")) ?? "";
    trap = await startWebSite({
      "/picture.bmp": { headers: { "content-type": "image/bmp" }, body: Buffer.from(canaryPicture()) },
    });
  });
  afterAll(async () => {
    await trap.close();
    await rm(folder, { recursive: true, force: true });
  });

  type Walls = {
    cleans?: boolean;
    sandbox?: Sandbox;
    settings?: string;
    limits?: typeof defaultConversionLimits;
  };
  const converter = (
    { cleans = true, sandbox: inside = sandbox, settings = profileSettings, limits }: Walls = {},
    kind: Kind = "docx",
  ) =>
    createLibreOfficeConverter({
      startProgram: createStartProgram(inside),
      command,
      owner: inside.user,
      selfContained: async (bytes) => (cleans ? selfContained(bytes) : { bytes, kind }),
      parent: work,
      settings,
      limits,
    });
  const shows = async (walls: Walls, bytes: Uint8Array, kind: Kind) => {
    const page = await renderer.render(await converter(walls, kind).convert(bytes, never), 1, 300);
    return page !== null && showsColour(page.png, magenta);
  };
  const documentOf = (name: string, address = pathToFileURL(canary).href) => {
    const found = drawingDocuments(address).find(([how]) => how === name);
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  };
  it.each(names)("draws %s without walls, and nothing from outside without its references", async (name) => {
    const [, kind, bytes] = documentOf(name);
    const open = { sandbox: noSandbox, settings: openSettings };
    expect(await shows({ ...open, cleans: false }, bytes, kind)).toBe(true);
    expect(await shows(open, bytes, kind)).toBe(false);
  });

  needs("bwrap")("in bubblewrap alone", () => {
    it.each(names)("draws nothing from outside of %s", async (name) => {
      const [, kind, bytes] = documentOf(name);
      expect(
        await shows(
          { cleans: false, settings: openSettings, sandbox: { ...sandbox, user: null } },
          bytes,
          kind,
        ),
      ).toBe(false);
    });
  });

  it.runIf(process.getuid?.() === 0)("as a user who can't enter the data folder, shows none", async () => {
    const [, kind, bytes] = documentOf("an ODT with an SVG that has a picture");
    const user = { ...noSandbox, user: 65_534 };
    expect(await shows({ cleans: false, settings: openSettings, sandbox: user }, bytes, kind)).toBe(false);
  });

  it("draws what a document holds itself", async () => {
    const data = `data:image/bmp;base64,${Buffer.from(canaryPicture()).toString("base64")}`;
    const [, kind, bytes] = documentOf("an ODT with an SVG that has a picture", data);
    expect(await shows({}, bytes, kind)).toBe(true);
  });

  it("loads nothing that a document points at", async () => {
    const texts = join(folder, "data", "outside.txt");
    await writeFile(texts, "secret of this machine");
    const pictures = [`${trap.origin}/picture.bmp`, pathToFileURL(canary).href];
    const linking = [
      linkingDocx(pictures, `${trap.origin}/template.dotx`),
      linkingOdt(pictures, [`${trap.origin}/text.txt`, pathToFileURL(texts).href]),
      linkingXlsx(`${trap.origin}/value`),
      linkingRtf(`${trap.origin}/picture.bmp`),
    ];
    for (const document of linking)
      expect(await textOf(await converter().convert(document, never))).not.toContain("secret");
    expect(trap.connections()).toBe(0);
  });

  it("leaves nothing behind, and refuses what is no office document", async () => {
    const document = docxFile([docxParagraph("Hello")]);
    expect(await textOf(await converter().convert(document, never))).toContain("Hello");
    await expect(converter({ cleans: false }).convert(document.subarray(0, 300), never)).rejects.toThrow(
      "LibreOffice could not read the document",
    );
    expect(await readdir(work)).toEqual([]);
  });

  it("ends within its time, and at once when it is called off", async () => {
    const document = docxFile([docxParagraph("Hello")]);
    const quick = converter({ limits: { ...defaultConversionLimits, timeMs: 20 } });
    const late = quick.convert(document, never);
    await expect(late).rejects.toThrow(ConversionError);
    await expect(late).rejects.toThrow("LibreOffice took longer than");
    const calledOff = AbortSignal.abort(new Error("deleted"));
    await expect(converter().convert(document, calledOff)).rejects.toThrow("deleted");
    expect(await readdir(work)).toEqual([]);
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
