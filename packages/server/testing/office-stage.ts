import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findSandbox, noSandbox, type Sandbox, selfContained } from "@headwater/reader";
import { createPageRenderer } from "@headwater/reader/page-renderer";
import {
  createLibreOfficeConverter,
  type defaultConversionLimits,
} from "../src/adapters/libreoffice/libreoffice-converter.ts";
import { profileSettings } from "../src/adapters/libreoffice/profile.ts";
import { findProgram } from "../src/adapters/processes/find-program.ts";
import { createStartProgram } from "../src/adapters/processes/start-program.ts";
import type { OfficeKind } from "../src/ports/office-converter.ts";
import { canaryPicture, drawingDocuments } from "./documents/drawing-documents.ts";
import { showsColour } from "./documents/shows-colour.ts";

const magenta = [255, 0, 255] as const;
/** A profile that allows everything. */
const openSettings = '<oor:items xmlns:oor="http://openoffice.org/2001/registry"/>';

/** What is between a document and a picture of this machine. Each can be taken away. */
export type Walls = {
  /** Whether references are taken out first. */
  cleans?: boolean;
  sandbox?: Sandbox;
  settings?: string;
  limits?: typeof defaultConversionLimits;
};

export const withoutWalls: Walls = { cleans: false, sandbox: noSandbox, settings: openSettings };

/** LibreOffice beside a picture of a loud colour, in a folder that stands for the data folder of a service. */
export async function openOfficeStage() {
  const folder = await mkdtemp(join(tmpdir(), "headwater-office-"));
  const [work, data] = [join(folder, "work"), join(folder, "data")];
  await chmod(folder, 0o755);
  await mkdir(work, { mode: 0o755 });
  await mkdir(data, { mode: 0o700 });
  const canary = pathToFileURL(join(data, "canary.bmp")).href;
  await writeFile(join(data, "canary.bmp"), canaryPicture());
  const sandbox = await findSandbox({ hidden: [data] });
  const command = (await findProgram("soffice")) ?? "";
  const renderer = createPageRenderer();

  const converter = (
    { cleans = true, sandbox: inside = sandbox, settings = profileSettings, limits }: Walls = {},
    kind: OfficeKind = "docx",
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
  return {
    folder,
    work,
    data,
    command,
    sandbox,
    canary,
    converter,
    /** Whether the first page shows the loud colour. */
    async showsCanary(walls: Walls, bytes: Uint8Array, kind: OfficeKind): Promise<boolean> {
      const pdf = await converter(walls, kind).convert(bytes, new AbortController().signal);
      const page = await renderer.render(pdf, 1, 300);
      return page !== null && showsColour(page.png, magenta);
    },
    /** A document that names the picture, or another address. */
    documentOf(name: string, address = canary): [kind: OfficeKind, bytes: Uint8Array] {
      const found = drawingDocuments(address).find(([how]) => how === name);
      if (!found) throw new Error(`there is no ${name}`);
      return [found[1], found[2]];
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
