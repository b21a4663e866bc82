import { defineConfig } from "vitest/config";

// Mutants are judged by the tests beside the sources: those that start the service would take hours. What a scope does is
// tested by the conformance suite alone, which needs no service.
export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "packages/proxy-core/test/conformance.long.test.ts"],
    exclude: ["**/node_modules/**", "packages/*/src/**/*.long.test.ts"],
    // Stryker itself ends what a mutant keeps busy. The first run, with all the instruments, may be slow.
    testTimeout: 120_000,
  },
});
