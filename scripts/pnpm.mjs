// node scripts/pnpm.mjs <arguments>: runs the pnpm that package.json pins, for everything that npm start and npm test don't do.
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const { pnpm } = await import("./bootstrap/pnpm.mjs");
await pnpm(process.argv.slice(2));
