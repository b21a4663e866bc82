import { defineConfig } from "tsdown";

// `fixedExtension` gives .mjs and .d.mts, the names in package.json.
export default defineConfig({
  entry: ["src/index.ts"],
  platform: "node",
  fixedExtension: true,
  sourcemap: true,
  dts: true,
  hash: false,
});
