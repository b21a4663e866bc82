import { defineConfig } from "vitest/config";
import { testDefaults } from "../../scripts/testing/test-defaults.ts";

export default defineConfig({
  test: {
    ...testDefaults,
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"],
    // A test of server behaviour says so in its first line: `// @vitest-environment node`.
    environment: "./testing/browser-environment.ts",
    setupFiles: [...testDefaults.setupFiles, "./testing/setup.ts"],
    typecheck: { enabled: false },
  },
});
