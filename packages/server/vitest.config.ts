import { defineConfig } from "vitest/config";
import { testDefaults } from "../../scripts/testing/test-defaults.ts";

/** Tests of the database in a data folder itself: they look into its file, damage it, or make folders of older versions. */
const ofFilesOnly = [
  "test/{backup,cancelled-builds,damaged-folder,deleted-for-good,lost-database,meaning,mended-at-start,older-data-folder,recover}*.test.ts",
];

export default defineConfig({
  test: {
    ...testDefaults,
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["testing/folder-of-run.ts", "testing/postgres-for-all.ts"],
    ...(process.env.HEADWATER_TEST_DATABASE === "postgres" && {
      exclude: ofFilesOnly,
    }),
  },
});
