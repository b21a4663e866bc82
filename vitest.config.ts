import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// One run covers every package; each says in its own vitest.config.ts what its tests are.
export default defineConfig({
  test: {
    // Two also on two cores: much of what a test does is waiting for another process.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      "spec",
      "packages/*",
      "apps/*",
      "examples",
      "e2e",
      { test: { name: "bench", include: ["bench/{support,readme-apps}/**/*.test.ts"] } },
      { test: { name: "scripts", include: ["scripts/**/*.test.ts"], testTimeout: 120_000 } },
    ],
  },
});
