import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The Host stays the page's own, so that pages opened by the machine's address may write too.
  server: {
    proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT ?? 3001}`, changeOrigin: false } },
  },
});
