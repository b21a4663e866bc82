import { defineConfig } from "tsdown";

// `fixedExtension` gives .mjs and .d.mts, the names in package.json. The spec is copied into both, so the published
// package needs only zod and lru-cache.
export default defineConfig({
  entry: {
    index: "src/index.ts",
    sqlite: "src/ownership/sqlite-ownership-store.ts",
    postgres: "src/ownership/postgres-ownership-store.ts",
    redis: "src/ownership/redis-ownership-store.ts",
  },
  platform: "neutral",
  fixedExtension: true,
  sourcemap: true,
  dts: true,
  hash: false,
});
