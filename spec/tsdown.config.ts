import { defineConfig } from "tsdown";

// `fixedExtension`: .mjs and .d.mts, as package.json names them.
export default defineConfig({
  entry: {
    index: "src/index.ts",
    "flow-file": "src/flow-file/index.ts",
    // Apart, so that the client takes nothing else with it.
    "fetch-failure": "src/request/fetch-failure.ts",
  },
  platform: "neutral",
  fixedExtension: true,
  sourcemap: true,
  dts: true,
});
