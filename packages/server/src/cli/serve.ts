import { relative } from "node:path";
import { pino } from "pino";
import { startService } from "../compose/index.ts";
import { readSettings } from "../config.ts";
import { version } from "../version.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import type { Terminal } from "./terminal.ts";

/** `headwater serve`: starts the service, prints its address, and runs until it is stopped. */
export async function serve({ environment, stdout }: Terminal): Promise<void> {
  const settings = readSettings(environment);
  const logger = pino(
    { level: settings.logLevel, redact: ["req.headers.authorization", "headers.authorization"] },
    pino.destination(2),
  );
  const service = await startService(settings, logger);
  // Listen for signals before anyone is told that the service is ready. An earlier signal would kill it without a clean
  // shutdown.
  const stopped = stopOnSignals(() => service.close(), environment);
  const tokenPath = relative(process.cwd(), service.tokenPath) || service.tokenPath;
  const token = service.newToken
    ? `${service.newToken}   (also in ${tokenPath})`
    : `in ${tokenPath}   (more: headwater token --help)`;

  // The other commands find the service by its settings, and a setting may be set for this process only.
  const { HEADWATER_PORT: port, HEADWATER_DATA: data } = environment;
  const own = [
    port && `HEADWATER_PORT=${new URL(service.address).port}`,
    data && `HEADWATER_DATA=${data}`,
  ].filter(Boolean);
  const npx = [...own, "npx headwater"].join(" ");

  // A parent process that puts something in front of the service reads the address here.
  if (environment.HEADWATER_STOP_ON_DISCONNECT !== undefined)
    process.send?.({ ready: { address: service.address, tokenPath: service.tokenPath } });
  stdout.write(`Headwater ${version} is ready at ${service.address}

  API      ${service.address}/sources   reference: ${service.address}/docs
  Token    ${token}
  Data     ${service.dataFolder}
  Models   ${service.models}

Try it:    ${npx} ingest README.md && ${npx} ask "What is Headwater?"
Stop it:   Ctrl-C
`);
  await stopped;
}
