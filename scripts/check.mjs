// npm run check: format, lint, types, generated code, unused code, published packages.
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const { check } = await import("./checks/check.mjs");
await check();
