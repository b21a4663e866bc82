import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "demo",
    isolate: false,
    testTimeout: 120_000,
    include: [
      "{shell,flows,sources,addresses,sheet,recording,document,server,sample,ask,search,extract,scope,facsimile,evidence}/**/*.test.ts",
    ],
  },
});
