import { defineConfig } from "tsdown";
import { separateClientFiles } from "./build/separate-client-files.ts";

// Build file by file: options factories and keys also run on a server, hooks and components only in the browser. The
// package carries its source in its source maps, so that a debugger shows it.
export default defineConfig({
  entry: [
    "src/index.ts",
    "src/chat-adapters/ai-sdk.ts",
    "src/chat-adapters/assistant-ui.ts",
    "src/chat-adapters/tanstack-ai.ts",
  ],
  platform: "neutral",
  fixedExtension: true,
  dts: true,
  hash: false,
  unbundle: true,
  sourcemap: true,
  plugins: [separateClientFiles()],
});
