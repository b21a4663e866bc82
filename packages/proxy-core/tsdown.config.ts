import { defineConfig } from "tsdown";

// `fixedExtension` gives .mjs and .d.mts, the names in package.json. The spec is copied into both, so the published
// package needs only zod and lru-cache.
export default defineConfig({
  entry: ["src/index.ts"],
  platform: "neutral",
  fixedExtension: true,
  dts: true,
  hash: false,
});
