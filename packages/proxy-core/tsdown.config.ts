import { defineConfig } from "tsdown";

// `fixedExtension`: .mjs and .d.mts, as package.json names them. The spec is written into both, so that the published
// package needs zod and lru-cache only.
export default defineConfig({
  entry: ["src/index.ts"],
  platform: "neutral",
  fixedExtension: true,
  dts: true,
  hash: false,
});
