import { defineConfig } from "vitest/config";
import { testDefaults } from "../../scripts/testing/test-defaults.ts";

export default defineConfig({ test: { ...testDefaults, include: ["test/**/*.test.ts"] } });
