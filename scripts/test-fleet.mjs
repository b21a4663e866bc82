// npm run test:fleet: kills and cuts off parts of a fleet while clients use it; `-- --kills 300 --seed 7` for more, and again.
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const { runFleetProgram } = await import("./testing/run-fleet-program.mjs");
await runFleetProgram("faults.ts", process.argv.slice(2));
