import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"],
    // A test of server behaviour says so in its first line: `// @vitest-environment node`.
    environment: "./testing/browser-environment.ts",
    setupFiles: ["./testing/setup.ts"],
    typecheck: { enabled: false },
    // Test files share their worker. No module of ours keeps state, and loading them anew for each file costs more than the tests.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On a busy machine one second, the default of vitest, is too short.
    expect: { poll: { timeout: 20_000 } },
  },
});
