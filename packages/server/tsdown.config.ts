import { defineConfig } from "tsdown";
import { bundledLicences } from "./scripts/bundled-licences.ts";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    main: "src/main.ts",
    // Loaded by path, as worker threads or a process: they have to keep their names beside the bundle.
    "document-thread": "src/compose/document-thread.ts",
    "operation-thread": "src/compose/operation-thread.ts",
    "word-thread": "src/compose/word-thread.ts",
    "vector-thread": "src/compose/vector-thread.ts",
    "encoder-thread": "src/compose/encoder-thread.ts",
    "trim-thread": "src/adapters/allocator/trim-thread.ts",
    "folder-check-process": "src/compose/folder-check-process.ts",
  },
  platform: "node",
  target: "node22",
  dts: { entry: "src/index.ts" },
  fixedExtension: true,
  sourcemap: true,
  plugins: [bundledLicences("THIRD-PARTY-LICENCES.txt")],
});
