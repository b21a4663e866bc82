import { defineConfig } from "vitest/config";

// One run covers every package; each says in its own vitest.config.ts what its tests are.
export default defineConfig({
  test: {
    projects: [
      "spec",
      "packages/*",
      "apps/*",
      "examples",
      "e2e",
      { test: { name: "bench", include: ["bench/support/**/*.test.ts"] } },
      { test: { name: "scripts", include: ["scripts/**/*.test.ts"], testTimeout: 120_000 } },
    ],
  },
});
