import { defineConfig } from "tsdown";

// `fixedExtension`: .mjs and .d.mts, as package.json names them.
export default defineConfig({
  entry: ["src/index.ts"],
  platform: "neutral",
  fixedExtension: true,
  dts: true,
});
