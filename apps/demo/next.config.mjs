import { join } from "node:path";

/** @type {import("next").NextConfig} */
export default {
  // Every package of this repository builds into this folder.
  distDir: "dist",
  output: "standalone",
  // No picture is scaled by Next.js, so the published program needs no sharp.
  images: { unoptimized: true },
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // The server in front compresses, for both backends and with Brotli (server/compress-answers.ts).
  compress: false,
  // The packages of the workspace are outside this folder.
  turbopack: { root: join(import.meta.dirname, "../..") },
  outputFileTracingRoot: join(import.meta.dirname, "../.."),
  // `npm run check` type-checks every package already.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [
    {
      source: "/((?!api/).*)",
      headers: [
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "Referrer-Policy", value: "same-origin" },
      ],
    },
  ],
};
