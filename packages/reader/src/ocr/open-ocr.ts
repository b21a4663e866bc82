import { noSandbox, type Sandbox } from "../process/sandbox.ts";
import { createBuiltInTesseract } from "./built-in-tesseract.ts";
import { OcrError, type Tesseract } from "./recognise-text.ts";
import { connectRecogniser, findRecogniser, type Recogniser } from "./recogniser/connect-recogniser.ts";
import { findTesseractCommand } from "./tesseract-command.ts";

export type OcrOptions = {
  /**
   * Tesseract's names of languages, the most frequent first. Pages that the recogniser can't read are tried with these packs;
   * without the recogniser, all pages are read with those of them that are there. Default: `["eng"]`.
   */
  languages?: readonly string[] | undefined;
  /** Whether `@headwater/recogniser` reads first where it and onnxruntime-node are installed. Default: true. */
  recogniser?: boolean | undefined;
  /** The installed Tesseract; null for the built-in one. Default: `tesseract`. */
  command?: string | null | undefined;
  /** What keeps the installed program apart from the machine. Default: nothing. */
  sandbox?: Sandbox | undefined;
  /** A folder with `<language>.traineddata.gz` for the built-in Tesseract, which has English only. */
  dataFolder?: string | undefined;
};

/** What reads the pictures of one document. */
export type Ocr = {
  /** Reads first. */
  recogniser: Recogniser | undefined;
  tesseract: Tesseract;
  /** Tesseract's names of the languages that were asked for. */
  languages: readonly string[];
  close(): Promise<void>;
};

/**
 * Opens what reads the pictures of one document; its work stops when the signal aborts. The caller closes it. Throws OcrError
 * when nothing is there that reads the languages.
 */
export type OpenOcr = (signal?: AbortSignal) => Promise<Ocr>;

/** Of the two Tesseracts it prefers the installed one, which is about twice as fast. */
export function createOpenOcr({
  languages = ["eng"],
  recogniser: wanted = true,
  command = "tesseract",
  sandbox = noSandbox,
  dataFolder,
}: OcrOptions = {}): OpenOcr {
  const files = wanted ? findRecogniser() : undefined;
  let installed: ReturnType<typeof findTesseractCommand> | undefined;
  return async (signal) => {
    installed ??= command === null ? Promise.resolve(undefined) : findTesseractCommand({ command, sandbox });
    const program = (await installed)?.(signal);
    const has = (tesseract: Tesseract) => languages.some((language) => tesseract.packs.has(language));
    const tesseract =
      program && (files || dataFolder === undefined || has(program))
        ? program
        : await createBuiltInTesseract(dataFolder);
    if (!files && !has(tesseract)) {
      throw new OcrError(
        `OCR for the languages ${languages.join(", ")} is not available: install Tesseract with their language packs, ` +
          "or name a folder with their data.",
      );
    }
    const recogniser = files && connectRecogniser(files, signal);
    return {
      recogniser,
      tesseract,
      languages,
      async close() {
        recogniser?.close();
        await tesseract.close();
      },
    };
  };
}

/** What reads pictures here, for the operator. */
export type OcrFacts = {
  /** The recogniser that reads first; null where its package or its runtime is not installed. */
  recogniser: string | null;
  /** Tesseract's packs for what the recogniser can't read, or for all without it. */
  packs: string[];
};

export async function describeOcr(options: OcrOptions = {}): Promise<OcrFacts> {
  const { recogniser = true, command = "tesseract", sandbox, dataFolder } = options;
  const program =
    command === null ? undefined : await findTesseractCommand({ command, ...(sandbox && { sandbox }) });
  const tesseract = program?.() ?? (await createBuiltInTesseract(dataFolder));
  return {
    recogniser: recogniser && findRecogniser() ? "PP-OCRv6" : null,
    packs: [...tesseract.packs].sort(),
  };
}
