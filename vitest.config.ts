import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/testing/longest-first.ts";
import { testDefaults } from "./scripts/testing/test-defaults.ts";

// One run covers every package; each says in its own vitest.config.ts what its tests are.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...testDefaults, name: "@headwater/spec", include: ["spec/**/*.test.ts"] } },
      "packages/*",
      "apps/*",
      "examples",
      "e2e",
      {
        test: {
          ...testDefaults,
          name: "bench",
          include: ["bench/{corpora,support,readme-apps}/**/*.test.ts"],
        },
      },
      { test: { ...testDefaults, name: "scripts", include: ["scripts/**/*.test.ts"] } },
    ],
  },
});
