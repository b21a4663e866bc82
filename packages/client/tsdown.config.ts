import { defineConfig, type UserConfig } from "tsdown";

// `fixedExtension` gives .mjs and .d.mts, the names in package.json. The types of the spec are copied into the .d.mts,
// so the published package needs only openapi-fetch.
const shared = {
  platform: "neutral",
  fixedExtension: true,
  dts: true,
  hash: false,
} satisfies UserConfig;

// Each entry is built alone: a type that both use would else become a file of its own, under the name of one of them.
export default defineConfig([
  { ...shared, entry: { index: "src/index.ts" } },
  { ...shared, entry: { flows: "src/flows/index.ts" }, clean: false },
]);
