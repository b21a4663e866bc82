import { prepare } from "../bootstrap/prepare.mjs";
import { runScript } from "../bootstrap/run-script.mjs";
import { startChecks } from "./run-checks.mjs";

/** `npm run check`. */
export const check = () =>
  runScript(async (context) => {
    await prepare(context, undefined);
    const { failed } = await startChecks(context, process.stdout).counts;
    return failed > 0 ? 1 : 0;
  });
