import { noSandbox, type Sandbox } from "../process/sandbox.ts";
import { createBuiltInTesseract } from "./built-in-tesseract.ts";
import { type OcrEngine, OcrError } from "./recognise-text.ts";
import { findTesseractCommand } from "./tesseract-command.ts";

export type OcrOptions = {
  /** Tesseract's names of the languages in the pictures, the most frequent first. Default: `["eng"]`. */
  languages?: readonly string[] | undefined;
  /** The installed program to use where it has the languages; null for the built-in engine. Default: `tesseract`. */
  command?: string | null | undefined;
  /** What keeps the installed program apart from the machine. Default: nothing. */
  sandbox?: Sandbox | undefined;
  /** A folder with `<language>.traineddata.gz` for the built-in engine, which has English only. */
  dataFolder?: string | undefined;
};

/**
 * Opens an engine for one document, which stops its work when the signal aborts. The caller closes it. Throws OcrError
 * when there is none for the languages.
 */
export type OpenOcr = (signal?: AbortSignal) => Promise<OcrEngine>;

/** Prefers the installed Tesseract, which is about twice as fast as the built-in one. */
export function createOpenOcr({
  languages = ["eng"],
  command = "tesseract",
  sandbox = noSandbox,
  dataFolder,
}: OcrOptions = {}): OpenOcr {
  let installed: Promise<OcrEngine | undefined> | undefined;
  return async (signal) => {
    installed ??=
      command === null ? Promise.resolve(undefined) : findTesseractCommand(languages, { command, sandbox });
    const found = await installed;
    if (found) return { ...found, recognise: (png, options) => found.recognise(png, { ...options, signal }) };
    if (dataFolder === undefined && languages.some((language) => language !== "eng")) {
      throw new OcrError(
        `OCR for the languages ${languages.join(", ")} is not available: install Tesseract with their language packs, ` +
          "or name a folder with their data.",
      );
    }
    return createBuiltInTesseract(languages, dataFolder);
  };
}
