import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"],
    // Tests of what happens on a server say so in their first line: `// @vitest-environment node`.
    environment: "./testing/browser-environment.ts",
    setupFiles: ["./testing/setup.ts"],
    typecheck: { enabled: false },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine is slower than the second that vitest would wait.
    expect: { poll: { timeout: 20_000 } },
  },
});
