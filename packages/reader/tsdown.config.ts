import { defineConfig } from "tsdown";
import { bringRecogniser } from "./build/bring-recogniser.ts";

// `fixedExtension`: .mjs and .d.mts, as package.json names them.
export default defineConfig({
  entry: {
    index: "src/index.ts",
    "page-renderer": "src/page-renderer.ts",
    // Started by path, as a process: it has to keep its name beside the bundle.
    guard: "src/process/guard.ts",
    "recogniser-process": "src/ocr/recogniser/recogniser-process.ts",
  },
  platform: "node",
  target: "node22",
  fixedExtension: true,
  sourcemap: true,
  dts: true,
  deps: { neverBundle: ["tesseract.js", "onnxruntime-node"] },
  hooks: { "build:done": bringRecogniser },
});
