// npm run test:long: crash, fuzz and browser matrices.
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const { runLongTests } = await import("./testing/run-tests.mjs");
await runLongTests(process.argv.slice(2));
