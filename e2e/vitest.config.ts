import { defineConfig } from "vitest/config";
import { testDefaults } from "../scripts/testing/test-defaults.ts";

const { TEST_BROWSERS, CI } = process.env;

export default defineConfig({
  // The files of one worker share a service, a browser and workbenches: see `support/worker.ts`.
  // In CI a test in a browser is tried twice, and the end of the log names each that needed it. On other machines it is not.
  test: {
    ...testDefaults,
    include: ["*.test.ts"],
    retry: CI ? 1 : 0,
    // With a number of workers of its own, a project runs after the others.
    ...(TEST_BROWSERS && { maxWorkers: Number(TEST_BROWSERS), sequence: { groupOrder: 1 } }),
  },
});
