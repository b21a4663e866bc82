// npm start: installs and builds what is missing, then runs the service until it ends.
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const { start } = await import("./bootstrap/start.mjs");
await start(process.argv.slice(2));
