import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { newId } from "../../kernel/ids.ts";
import { ConversionError, type OfficeConverter, type OfficeExtension } from "../../ports/office-converter.ts";
import type { ProgramLimits, StartedProgram, StartProgram } from "../../ports/start-program.ts";
import { profileSettings } from "./profile.ts";

export const defaultConversionLimits = {
  /** For one document, in ms. */
  timeMs: 60_000,
  memoryMb: 4_096,
  fileMb: 256,
};

/**
 * Converts with LibreOffice: for each document a process group of its own, with a profile of its own in a folder that is
 * removed afterwards. `networkCut` is put before the command, see `findNetworkCut`.
 */
export function createLibreOfficeConverter({
  startProgram,
  command,
  networkCut,
  folder,
  limits = defaultConversionLimits,
}: {
  startProgram: StartProgram;
  /** The full path of `soffice`. */
  command: string;
  networkCut: readonly string[];
  /** For the work on each document. */
  folder: string;
  limits?: { timeMs: number } & ProgramLimits;
}): OfficeConverter {
  return {
    async convert(document, extension, signal) {
      refuseDisguised(document, extension);
      const work = join(folder, newId());
      const profile = join(work, "profile");
      try {
        await mkdir(join(profile, "user"), { recursive: true, mode: 0o700 });
        await writeFile(join(profile, "user", "registrymodifications.xcu"), profileSettings);
        const input = join(work, `document.${extension}`);
        await writeFile(input, document, { mode: 0o600 });
        const program = startProgram(
          nonEmpty([
            ...networkCut,
            command,
            `-env:UserInstallation=${pathToFileURL(profile)}`,
            ...["--headless", "--norestore", "--nolockcheck", "--nologo"],
            ...["--convert-to", filters[extension], "--outdir", work, input],
          ]),
          { environment: environmentIn(work), folder: work, limits },
        );
        program.stderr.resume();
        await endedInTime(program, limits.timeMs, signal);
        return await readPdf(join(work, "document.pdf"));
      } finally {
        await rm(work, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}

/** Its exit code says nothing: it is 0 without a PDF too. */
async function readPdf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new ConversionError("LibreOffice could not read the document", { cause: error });
  }
}

async function endedInTime(
  { ended, stop }: StartedProgram,
  timeMs: number,
  signal: AbortSignal,
): Promise<void> {
  const deadline = AbortSignal.timeout(timeMs);
  const either = AbortSignal.any([signal, deadline]);
  const onAbort = () => void stop();
  either.addEventListener("abort", onAbort, { once: true });
  if (either.aborted) onAbort();
  try {
    await ended;
  } finally {
    either.removeEventListener("abort", onAbort);
  }
  signal.throwIfAborted();
  if (deadline.aborted)
    throw new ConversionError(`LibreOffice took longer than ${Math.round(timeMs / 1000)} seconds`);
}

const sheets = 'pdf:calc_pdf_Export:{"SinglePageSheets":{"type":"boolean","value":"true"}}';

const filters: Record<OfficeExtension, string> = {
  doc: "pdf:writer_pdf_Export",
  docx: "pdf:writer_pdf_Export",
  odt: "pdf:writer_pdf_Export",
  ppt: "pdf:impress_pdf_Export",
  pptx: "pdf:impress_pdf_Export",
  xls: sheets,
  xlsx: sheets,
};

/**
 * LibreOffice goes by the content and would open anything, a web page with pictures elsewhere for example. Only the
 * containers of office documents and RTF are given to it.
 */
function refuseDisguised(document: Uint8Array, extension: OfficeExtension): void {
  const start = Buffer.from(document.buffer, document.byteOffset, Math.min(document.byteLength, 8));
  const fits = ["d0cf11e0a1b11ae1", "504b0304", "7b5c727466"].some((signature) =>
    start.toString("hex").startsWith(signature),
  );
  if (!fits) throw new ConversionError(`The content is no .${extension}`);
}

/** Nothing of ours but the path: no keys, no proxies, no display. */
const environmentIn = (work: string): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  HOME: work,
  TMPDIR: work,
  LANG: process.env.LANG ?? "C.UTF-8",
  SAL_USE_VCLPLUGIN: "svp",
});

const nonEmpty = (words: string[]) => words as [string, ...string[]];
