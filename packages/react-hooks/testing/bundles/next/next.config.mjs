import { join } from "node:path";

/** @type {import("next").NextConfig} */
export default {
  turbopack: { root: join(import.meta.dirname, "../../../../..") },
};
