import { chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createPrivateFolder } from "@headwater/reader";
import {
  ConversionError,
  type OfficeConverter,
  type OfficeDocument,
  type OfficeKind,
} from "../../ports/office-converter.ts";
import type { ProgramLimits, StartedProgram, StartProgram } from "../../ports/start-program.ts";
import { profileSettings } from "./profile.ts";

export const defaultConversionLimits = {
  /** For one document, in ms. */
  timeMs: 60_000,
  memoryMb: 4_096,
  fileMb: 256,
};

/**
 * Converts with LibreOffice: for each document a process group of its own, which reads one folder and writes to another.
 * Both, and its profile, are removed afterwards.
 */
export function createLibreOfficeConverter({
  startProgram,
  command,
  owner,
  selfContained,
  parent,
  settings = profileSettings,
  limits = defaultConversionLimits,
}: {
  startProgram: StartProgram;
  /** The full path of `soffice`. */
  command: string;
  /** The user that programs run as; null for the service's own. */
  owner: number | null;
  /** What the bytes are, without what they refer to outside of themselves. Throws ConversionError. */
  selfContained: (document: Uint8Array, signal: AbortSignal) => Promise<OfficeDocument>;
  /** Where the work on each document gets a folder. Default: the temporary folder. Never in the data folder. */
  parent?: string | undefined;
  /** The settings of its profile. */
  settings?: string | undefined;
  limits?: ({ timeMs: number } & ProgramLimits) | undefined;
}): OfficeConverter {
  const lay = async ({ bytes, kind }: OfficeDocument, signal: AbortSignal) => {
    const work = await createPrivateFolder({ parent, owner });
    const [reads, writes] = [join(work, "in"), join(work, "out")];
    const profile = join(writes, "profile");
    const input = join(reads, `document.${kind}`);
    try {
      await mkdir(reads, { mode: 0o755 });
      await mkdir(join(profile, "user"), { recursive: true, mode: 0o700 });
      await writeFile(join(profile, "user", "registrymodifications.xcu"), settings);
      await writeFile(input, bytes, { mode: 0o644 });
      if (owner !== null)
        for (const made of [writes, profile, join(profile, "user")]) await chown(made, owner, owner);
      const program = startProgram(
        [
          command,
          `-env:UserInstallation=${pathToFileURL(profile)}`,
          ...["--headless", "--norestore", "--nolockcheck", "--nologo"],
          ...["--convert-to", filters[kind], "--outdir", writes, input],
        ],
        {
          environment: environmentIn(writes),
          folder: writes,
          view: { sees: "programs", reads: [reads], writes: [writes] },
          limits,
        },
      );
      program.stderr.resume();
      await endedOrStopped(program, signal);
      return await readPdf(join(writes, "document.pdf"));
    } finally {
      await rm(work, { recursive: true, force: true, maxRetries: 3 });
    }
  };

  return {
    async convert(document, signal) {
      const deadline = AbortSignal.timeout(limits.timeMs);
      const either = AbortSignal.any([signal, deadline]);
      try {
        return await lay(await selfContained(document, either), either);
      } catch (error) {
        signal.throwIfAborted();
        if (!deadline.aborted) throw error;
        throw new ConversionError(
          `LibreOffice took longer than ${Math.round(limits.timeMs / 1000)} seconds`,
          {
            cause: error,
          },
        );
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

async function endedOrStopped({ ended, stop }: StartedProgram, signal: AbortSignal): Promise<void> {
  const onAbort = () => void stop();
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await ended;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
  signal.throwIfAborted();
}

const texts = "pdf:writer_pdf_Export";
const slides = "pdf:impress_pdf_Export";
const sheets = 'pdf:calc_pdf_Export:{"SinglePageSheets":{"type":"boolean","value":"true"}}';

const filters: Record<OfficeKind, string> = {
  ...{ doc: texts, docx: texts, odt: texts, rtf: texts },
  ...{ ppt: slides, pptx: slides, odp: slides, odg: "pdf:draw_pdf_Export" },
  ...{ xls: sheets, xlsx: sheets, ods: sheets },
};

/** Nothing of ours but the path: no keys, no proxies, no display. */
const environmentIn = (folder: string): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  HOME: folder,
  TMPDIR: folder,
  LANG: process.env.LANG ?? "C.UTF-8",
  SAL_USE_VCLPLUGIN: "svp",
});
