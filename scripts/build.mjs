// npm run build: installs and builds what is missing.
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const { prepare } = await import("./bootstrap/prepare.mjs");
const { runScript } = await import("./bootstrap/run-script.mjs");
await runScript(async (context) => {
  await prepare(context, undefined);
  return 0;
});
