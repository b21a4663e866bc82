// npm run test:fleet: kills and cuts off parts of a fleet while clients use it; `-- --kills 300 --seed 7` for more, and again.
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const { runFleetTests } = await import("./testing/run-fleet-tests.mjs");
await runFleetTests(process.argv.slice(2));
