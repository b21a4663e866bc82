import { defineConfig } from "vitest/config";

// One browser at a time: two of them on a small machine only slow each other down.
export default defineConfig({
  test: {
    include: ["*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    // As patient as with the pages themselves.
    expect: { poll: { timeout: 20_000 } },
  },
});
