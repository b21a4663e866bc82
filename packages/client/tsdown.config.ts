import { defineConfig } from "tsdown";

// `fixedExtension` gives .mjs and .d.mts, the names in package.json. The types of the spec are copied into the .d.mts,
// so the published package does not need it.
// Build file by file: bundlers leave out files that a page does not use, but not every class in a file that it does.
export default defineConfig({
  platform: "neutral",
  fixedExtension: true,
  dts: true,
  hash: false,
  sourcemap: true,
  entry: { index: "src/index.ts", flows: "src/flows/index.ts" },
  unbundle: true,
});
