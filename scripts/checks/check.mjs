import { prepare } from "../bootstrap/prepare.mjs";
import { runScript } from "../bootstrap/run-script.mjs";
import { summaryLine } from "../summary/counts.mjs";
import { runChecks } from "./run-checks.mjs";

/** `npm run check`. Its last line has the form of that of `npm test`: each step is one test. */
export const check = () =>
  runScript(async (context) => {
    await prepare(context, undefined);
    const counts = await runChecks(context, process.stdout);
    console.log(summaryLine(counts));
    return counts.failed > 0 ? 1 : 0;
  });
