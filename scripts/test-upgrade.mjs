// npm run test:upgrade: replaces the processes of a fleet by those of this checkout while clients use it; `-- ../before` names the built checkout of the version that serves first.
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const { runFleetProgram } = await import("./testing/run-fleet-program.mjs");
await runFleetProgram("upgrade.ts", process.argv.slice(2));
