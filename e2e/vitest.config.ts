import { defineConfig } from "vitest/config";

// One browser at a time: on a small machine two would slow each other down.
export default defineConfig({
  test: {
    include: ["*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    // The same time limit as for the pages themselves.
    expect: { poll: { timeout: 20_000 } },
  },
});
