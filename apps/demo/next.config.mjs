import { join } from "node:path";

const production = process.env.NODE_ENV === "production";

// Next.js writes its own inline scripts, so scripts can't be held to hashes here; nothing may come from elsewhere.
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
  // Where every package of this repository builds to.
  distDir: "dist",
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // Answers carry page images in base64, which hardly shrink, and events that must not wait for a full buffer.
  compress: false,
  // The workspace's packages lie outside this folder.
  turbopack: { root: join(import.meta.dirname, "../..") },
  outputFileTracingRoot: join(import.meta.dirname, "../.."),
  // `npm run check` type-checks every package; once is enough.
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
