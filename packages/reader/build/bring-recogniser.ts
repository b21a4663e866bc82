import { cpSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

const folder = join(import.meta.dirname, "..");

/**
 * What the built-in OCR loads, as packages with the files of them that it uses. Their other files are 50 MB: Tesseract in
 * twelve more forms, and larger data for English.
 */
const used: Record<string, string[]> = {
  "tesseract.js": ["package.json", "LICENSE.md", "src"],
  "tesseract.js-core": [
    ...["package.json", "LICENSE"],
    // Not the smaller ones for LSTM alone: in Node, tesseract.js 7 asks for these whatever the engine.
    ...["tesseract-core-relaxedsimd", "tesseract-core-simd", "tesseract-core"].flatMap((form) => [
      `${form}.js`,
      `${form}.wasm`,
    ]),
  ],
  "@tesseract.js-data/eng": ["package.json", "4.0.0_best_int"],
  "wasm-feature-detect": ["package.json", "LICENSE", "dist/cjs"],
  "regenerator-runtime": ["package.json", "LICENSE", "runtime.js"],
  "bmp-js": ["package.json", "LICENSE", "index.js", "lib"],
  "is-url": ["package.json", "LICENSE-MIT", "index.js"],
};

/** Copies them beside the bundle, where Node looks first. So the published package does not depend on the whole of them. */
export function bringRecogniser(): void {
  const own = join(folder, "node_modules");
  const besidesTesseract = dirname(realpathSync(join(own, "tesseract.js")));
  for (const [name, files] of Object.entries(used)) {
    const from = join(name.startsWith("@") ? own : besidesTesseract, name);
    for (const file of files)
      cpSync(join(from, file), join(folder, "dist/node_modules", name, file), {
        recursive: true,
        dereference: true,
      });
  }
}
