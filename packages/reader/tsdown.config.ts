import { defineConfig } from "tsdown";

// `fixedExtension`: .mjs and .d.mts, as package.json names them.
export default defineConfig({
  entry: { index: "src/index.ts", "page-renderer": "src/page-renderer.ts" },
  platform: "node",
  target: "node22",
  fixedExtension: true,
  dts: true,
});
