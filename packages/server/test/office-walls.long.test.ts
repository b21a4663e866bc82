import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import type { OfficeKind } from "../src/ports/office-converter.ts";
import { drawingDocuments } from "../testing/documents/drawing-documents.ts";
import { linkingDocx, linkingOdt, linkingRtf, linkingXlsx } from "../testing/documents/linking-documents.ts";
import { openOfficeStage, type Walls, withoutWalls } from "../testing/office-stage.ts";
import { startWebSite } from "../testing/web-site.ts";

const names = drawingDocuments("").map(([how]) => how);

/** Each way in which a document names a picture of the machine, against each wall alone. */
needs("soffice")("LibreOffice and a picture of this machine", () => {
  let stage: Awaited<ReturnType<typeof openOfficeStage>>;
  beforeAll(async () => {
    stage = await openOfficeStage();
  });
  afterAll(() => stage.close());

  it.each(names)("is drawn by %s without walls, and not without its references", async (name) => {
    const [kind, bytes] = stage.documentOf(name);
    expect(await stage.showsCanary(withoutWalls, bytes, kind)).toBe(true);
    expect(await stage.showsCanary({ ...withoutWalls, cleans: true }, bytes, kind)).toBe(false);
  });

  needs("bwrap")("in bubblewrap alone", () => {
    it.each(names)("is not drawn by %s", async (name) => {
      const [kind, bytes] = stage.documentOf(name);
      const sandbox = { ...stage.sandbox, user: null };
      expect(await stage.showsCanary({ ...withoutWalls, sandbox }, bytes, kind)).toBe(false);
    });
  });

  it("is not fetched from the web, whatever names it there", async () => {
    const trap = await startWebSite({ "/picture.bmp": "not to be loaded" });
    const picture = `${trap.origin}/picture.bmp`;
    const documents: [kind: OfficeKind, bytes: Uint8Array][] = [
      ["docx", linkingDocx([picture], `${trap.origin}/template.dotx`)],
      ["odt", linkingOdt([picture], [`${trap.origin}/text.txt`])],
      ["xlsx", linkingXlsx(`${trap.origin}/value`)],
      ["rtf", linkingRtf(picture)],
    ];
    const connections = async (walls: Walls) => {
      const before = trap.connections();
      for (const [kind, bytes] of documents) await stage.showsCanary(walls, bytes, kind);
      return trap.connections() - before;
    };
    expect(await connections(withoutWalls)).toBeGreaterThan(0);
    expect(await connections({ ...withoutWalls, cleans: true })).toBe(0);
    await trap.close();
  });

  it("is drawn by a DOC of Word 97 without walls, and not without its references", async () => {
    const [, odt] = stage.documentOf("an ODT with a picture");
    const made = join(stage.folder, "made");
    await mkdir(made);
    await writeFile(join(made, "a.odt"), odt);
    await promisify(execFile)(stage.command, [
      `-env:UserInstallation=${pathToFileURL(join(made, "profile"))}`,
      ...["--headless", "--convert-to", "doc", "--outdir", made, join(made, "a.odt")],
    ]);
    const doc = await readFile(join(made, "a.doc"));
    expect(await stage.showsCanary(withoutWalls, doc, "doc")).toBe(true);
    expect(await stage.showsCanary({ ...withoutWalls, cleans: true }, doc, "doc")).toBe(false);
  });
});
