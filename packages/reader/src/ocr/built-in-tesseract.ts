import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { WorkerParams } from "tesseract.js";
import { readHocr } from "./hocr.ts";
import { OcrError, type Tesseract } from "./recognise-text.ts";

const recogniseTimeoutMs = 45_000;
/** Tesseract's LSTM engine. The language data brings no other. */
const lstm = 1;
const suffix = ".traineddata.gz";

/**
 * Tesseract as WebAssembly. English comes with this package; for other languages `dataFolder` holds
 * `<language>.traineddata.gz`. Nothing is downloaded. It takes each picture for one block of lines, so it does not know
 * sideways ones, and it does not detect scripts.
 */
export async function createBuiltInTesseract(dataFolder: string = englishData()): Promise<Tesseract> {
  const engines = new Map<string, ReturnType<typeof createEngine>>();
  // Without the folder there are no packs; who needs one says so.
  const names = await readdir(dataFolder).catch(() => []);
  return {
    name: "tesseract (built in)",
    packs: new Set(
      names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length)),
    ),
    engine(languages) {
      const name = languages.join("+");
      const engine = engines.get(name) ?? createEngine(languages, dataFolder);
      engines.set(name, engine);
      return engine;
    },
    findScript: async () => null,
    close: async () => void (await Promise.all([...engines.values()].map((engine) => engine.close()))),
  };
}

/** In a thread of its own that starts at the first picture. */
function createEngine(languages: readonly string[], dataFolder: string) {
  let worker: Promise<import("tesseract.js").Worker> | undefined;
  const start = async () => {
    const { createWorker } = await import("tesseract.js");
    const started = await createWorker([...languages], lstm, {
      langPath: dataFolder,
      // Otherwise it would write the data into the working directory.
      cacheMethod: "none",
      gzip: true,
      // Errors come back by the promise; without a handler they would end the process.
      errorHandler: () => undefined,
    });
    // It would write remarks on single letters to the terminal.
    await started.setParameters({ debug_file: "/dev/null" } as Partial<WorkerParams>);
    return started;
  };
  const close = async () => {
    const running = worker;
    worker = undefined;
    // A thread that did not start, or is gone, needs no end.
    await running?.then((started) => started.terminate()).catch(() => undefined);
  };
  return {
    languages,
    async recognise(png: Uint8Array) {
      worker ??= start();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        const text = `The built-in OCR did not read the picture within ${recogniseTimeoutMs / 1_000} seconds`;
        timer = setTimeout(() => reject(new OcrError(text)), recogniseTimeoutMs);
      });
      try {
        const running = await worker;
        const { data } = await Promise.race([
          running.recognize(Buffer.from(png), {}, { text: false, hocr: true }),
          late,
        ]);
        return readHocr(data.hocr ?? "");
      } catch (cause) {
        await close();
        if (cause instanceof OcrError) throw cause;
        throw new OcrError(`The built-in OCR failed: ${textOf(cause)}`, { cause });
      } finally {
        clearTimeout(timer);
      }
    },
    close,
  };
}

const englishData = (): string => {
  const packageFile = createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json");
  return join(dirname(packageFile), "4.0.0_best_int");
};

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
