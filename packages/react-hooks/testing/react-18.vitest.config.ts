import { join } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import config from "../vitest.config.ts";

const root = join(import.meta.dirname, "..");
const alias = (name: string) => ({
  find: new RegExp(`^${name}(?=/|$)`),
  replacement: join(root, `node_modules/${name}18`),
});

// The same tests under React 18: by alias where Vite resolves an import, by a hook where Node does.
export default mergeConfig(
  config,
  defineConfig({
    root,
    resolve: { alias: [alias("react-dom"), alias("react")] },
    test: {
      // Added to the ones of the package.
      include: ["testing/react-18-version.test.ts"],
      execArgv: ["--import", join(import.meta.dirname, "react-18-register.mjs")],
    },
  }),
);
