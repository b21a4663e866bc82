import { defineConfig } from "tsdown";

// Build file by file, so that each file keeps its "use client": hooks and components always run in the browser, options
// factories and keys also on a server.
export default defineConfig({
  entry: ["src/index.ts"],
  platform: "neutral",
  fixedExtension: true,
  dts: true,
  hash: false,
  unbundle: true,
});
