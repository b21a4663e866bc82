import { join } from "node:path";

const production = process.env.NODE_ENV === "production";

// Next.js writes its own inline scripts, so hashes cannot be required. But nothing may come from another origin.
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${production ? "" : " 'unsafe-eval'"}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

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
        { key: "Content-Security-Policy", value: contentSecurityPolicy },
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "Referrer-Policy", value: "same-origin" },
      ],
    },
  ],
};
