import { join } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import config from "../vitest.config.ts";

const root = join(import.meta.dirname, "..");
const alias = (name: string) => ({
  find: new RegExp(`^${name}(?=/|$)`),
  replacement: join(root, `node_modules/${name}18`),
});

const query = {
  find: /^@tanstack\/react-query$/,
  replacement: join(root, "node_modules/react-query-min/build/modern/index.js"),
};

// Runs the same tests with the oldest versions of the peers. An alias serves the imports that Vite resolves, a hook those that Node resolves.
export default mergeConfig(
  config,
  defineConfig({
    root,
    resolve: { alias: [alias("react-dom"), alias("react"), query] },
    test: {
      // These are added to the package's own setup files.
      include: ["testing/react-18-version.test.ts"],
      execArgv: ["--import", join(import.meta.dirname, "react-18-register.mjs")],
    },
  }),
);
