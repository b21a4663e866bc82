import { defineConfig } from "tsdown";

// `fixedExtension` gives .mjs and .d.mts, the names in package.json. The types of the spec are copied into the .d.mts,
// so the published package needs only openapi-fetch.
export default defineConfig({
  entry: { index: "src/index.ts", flows: "src/flows/index.ts" },
  platform: "neutral",
  fixedExtension: true,
  dts: true,
  hash: false,
});
