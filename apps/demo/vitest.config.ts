import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "demo",
    include: ["{shell,sources,document,server,sample,ask,search,extract,scope,facsimile}/**/*.test.ts"],
  },
});
