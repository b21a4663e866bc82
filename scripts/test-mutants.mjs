// npm run test:mutants: changes the code in small wrong ways, and says which changes no test notices.
import { requireNode } from "./bootstrap/node-version.mjs";

requireNode();
const { runMutants } = await import("./mutants/run-mutants.mjs");
await runMutants(process.argv.slice(2));
