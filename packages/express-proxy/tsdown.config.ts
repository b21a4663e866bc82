import { defineConfig } from "tsdown";

// `fixedExtension`: .mjs and .d.mts, as package.json names them. The types of the spec are written into the .d.mts, so
// that the published package needs openapi-fetch only.
export default defineConfig({
  entry: ["src/index.ts"],
  platform: "node",
  fixedExtension: true,
  dts: true,
  hash: false,
});
