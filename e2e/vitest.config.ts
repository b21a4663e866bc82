import { defineConfig } from "vitest/config";
import { testDefaults } from "../scripts/testing/test-defaults.ts";

export default defineConfig({
  // The files of one worker share a service, a browser and workbenches: see `support/worker.ts`.
  test: { ...testDefaults, include: ["*.test.ts"] },
});
