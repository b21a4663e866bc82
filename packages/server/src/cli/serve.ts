import { relative } from "node:path";
import { pino } from "pino";
import { startService } from "../compose.ts";
import { readSettings, settingsSchema } from "../config.ts";
import { version } from "../version.ts";
import type { Terminal } from "./program.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { table } from "./table.ts";

async function run({ environment, stdout }: Terminal): Promise<void> {
  const settings = readSettings(environment);
  const logger = pino(
    { level: settings.logLevel, redact: ["req.headers.authorization", "headers.authorization"] },
    pino.destination(2),
  );
  const service = await startService(settings, logger);
  const tokenPath = relative(process.cwd(), service.tokenPath) || service.tokenPath;
  const token = service.newToken
    ? `${service.newToken}   (also in ${tokenPath})`
    : `in ${tokenPath}   (more: headwater token --help)`;

  stdout.write(`Headwater ${version} is ready at ${service.address}

  API      ${service.address}/sources   reference: ${service.address}/docs
  Token    ${token}
  Data     ${service.dataFolder}
  Models   built-in: no model configured

Try it:    npx headwater ingest README.md && npx headwater ask "What is Headwater?"
Stop it:   Ctrl-C
`);
  await stopOnSignals(() => service.close(), environment);
}

/** The settings as a table, from the schema itself. */
function help(): string {
  const rows = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const standard = schema.safeParse(undefined).data;
    return [name, standard === undefined ? "" : String(standard), schema.description ?? ""];
  });
  return table(["SETTING", "DEFAULT", "MEANING"], rows);
}

/** `headwater serve` */
export const serve = { run, help };
