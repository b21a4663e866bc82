import { defineConfig } from "tsdown";

// File by file, so that each keeps its "use client": hooks and components run in the browser whoever imports them, options
// factories and keys also on a server.
export default defineConfig({
  entry: ["src/index.ts"],
  platform: "neutral",
  fixedExtension: true,
  dts: true,
  hash: false,
  unbundle: true,
});
