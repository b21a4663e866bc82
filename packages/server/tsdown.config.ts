import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    main: "src/main.ts",
    // Loaded by path, as a worker thread: it has to keep its name beside the bundle.
    "document-thread": "src/adapters/threads/document-thread.ts",
    "folder-check-thread": "src/adapters/threads/folder-check-thread.ts",
  },
  platform: "node",
  target: "node22",
  dts: { entry: "src/index.ts" },
  fixedExtension: true,
});
