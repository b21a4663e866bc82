import { defineConfig } from "vitest/config";
import { testDefaults } from "../../scripts/testing/test-defaults.ts";

export default defineConfig({
  test: {
    ...testDefaults,
    name: "demo",
    include: [
      "{shell,flows,sources,addresses,sheet,recording,document,server,sample,ask,search,extract,scope,facsimile,evidence,usage}/**/*.test.ts",
    ],
  },
});
