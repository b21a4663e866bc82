import { defineConfig } from "vitest/config";
import { testDefaults } from "../scripts/testing/test-defaults.ts";

export default defineConfig({
  // The files of one worker share a service, a browser and workbenches: see `support/worker.ts`.
  // In CI a test in a browser is tried twice, and the end of the log names each that needed it. On other machines it is not.
  test: {
    ...testDefaults,
    include: ["*.test.ts"],
    retry: process.env.CI ? 1 : 0,
  },
});
