import { defineConfig } from "vitest/config";

// Mutants are judged by the tests beside the sources: those that start the service would take hours.
export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/*.long.test.ts"],
    testTimeout: 20_000,
  },
});
