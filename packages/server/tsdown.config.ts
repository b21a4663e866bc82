import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    main: "src/main.ts",
    // Loaded by path, as a worker thread or a process: they have to keep their names beside the bundle.
    "document-thread": "src/adapters/threads/document-thread.ts",
    "folder-check-process": "src/adapters/processes/folder-check-process.ts",
  },
  platform: "node",
  target: "node22",
  dts: { entry: "src/index.ts" },
  fixedExtension: true,
});
