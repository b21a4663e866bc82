// npm test: prepares what is missing, then runs every check and every test except the long ones.
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const { runTests } = await import("./testing/run-tests.mjs");
await runTests(process.argv.slice(2));
