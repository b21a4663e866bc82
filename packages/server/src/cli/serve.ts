import { relative } from "node:path";
import { pino } from "pino";
import { type Service, startService } from "../compose/index.ts";
import { keepTemporaryFilesIn } from "../compose/temporary-folder.ts";
import { readSettings, type Settings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { shellWord } from "../kernel/shell-word.ts";
import { version } from "../version.ts";
import { logLines } from "./log-lines.ts";
import { startWorkbench, type Workbench } from "./start-workbench.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import type { Terminal } from "./terminal.ts";

/**
 * `headwater serve`: starts the service, and with `--workbench` the workbench in front of it, prints the addresses, and
 * runs until one of them is stopped.
 */
export async function serve(
  terminal: Terminal,
  options: { workbench?: boolean; role?: string } = {},
): Promise<void> {
  const { environment, stdout } = terminal;
  const settings = readSettings({ ...environment, ...(options.role && { HEADWATER_ROLE: options.role }) });
  if (options.workbench && settings.role === "worker")
    throw new OperatorError(
      "The workbench needs a process that answers requests: start it with the role api.",
      {
        exitCode: 2,
      },
    );
  keepTemporaryFilesIn(settings.dataFolder);
  const service = await startService(settings, createLogger(settings));
  // Listen for signals before the service reports that it is ready. An earlier signal would kill it without a clean
  // shutdown.
  const stopping = new AbortController();
  const stopped = stopOnSignals(() => {
    stopping.abort();
    return service.close();
  }, environment);
  const workbench = options.workbench ? await withWorkbench(service, environment, stopping.signal) : null;
  stdout.write(greeting(service, workbench, terminal));
  await stopped;
}

/** The workbench in front of the service. When one of the two ends, the other ends too. */
async function withWorkbench(
  service: Service,
  environment: Terminal["environment"],
  stopping: AbortSignal,
): Promise<Workbench | null> {
  const workbench = await startWorkbench(service, environment, stopping).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  void workbench?.ended.then((exitCode) => {
    if (stopping.aborted) return;
    if (exitCode !== 0) process.exitCode = exitCode ?? 1;
    process.kill(process.pid, "SIGTERM");
  });
  return workbench;
}

const createLogger = ({ logLevel, logFormat }: Settings) => {
  const asText = logFormat === "text" || (logFormat === "auto" && process.stderr.isTTY);
  const destination = asText ? logLines((text) => process.stderr.write(text)) : pino.destination(2);
  return pino(
    { level: logLevel, redact: ["req.headers.authorization", "headers.authorization"] },
    destination,
  );
};

/** Printed when documents lack vectors: they were ingested by an older version, or before the model changed. */
function embedding({ embedded }: Service): string {
  if (!embedded || embedded.total === embedded.done) return "";
  const { done, total } = embedded;
  return `  Meaning  ${done} of ${total} documents are embedded; the others follow in the background, found by their words until then\n`;
}

/** What is printed when all is ready. */
function greeting(service: Service, workbench: Workbench | null, { environment, stdout }: Terminal): string {
  const tokenPath = relative(process.cwd(), service.tokenPath) || service.tokenPath;
  // Output that is a file or a journal is kept, and others may read it.
  const shown = stdout.isTTY ? service.newToken : null;
  const token = shown
    ? `${shown}   (also in ${tokenPath})`
    : `in ${tokenPath}   (more: headwater token --help)`;

  const index = service.index === null ? "" : `\n  Index    ${service.index}`;
  if (service.role === "worker")
    return `Headwater ${version} (worker) is ready at ${service.address}, which answers /readyz and /metrics

  Data     ${service.dataFolder}
  Database ${service.database}${index}
Stop it:   Ctrl-C
`;
  // The other commands find the service by its settings, and a setting may be set for this process only.
  const { HEADWATER_PORT: port, HEADWATER_DATA: data } = environment;
  const own = [
    port && `HEADWATER_PORT=${new URL(service.address).port}`,
    data && `HEADWATER_DATA=${shellWord(data)}`,
  ].filter(Boolean);
  const npx = [...own, "npx @headwater/server"].join(" ");

  const unused = service.isTokenSettingUnused
    ? `HEADWATER_TOKEN is not a token of this data folder. It counts for a new folder only; to take it, run: ${npx} token add --from-env\n\n`
    : "";
  const first = workbench ? `The workbench is at ${workbench.address}\n\n` : "";
  return `${unused}${first}Headwater ${version} ${service.role === "all" ? "is" : `(${service.role}) is`} ready at ${service.address}

  API      ${service.address}/sources   reference: ${service.address}/docs
  Token    ${token}
  Data     ${service.dataFolder}${service.database === null ? "" : `\n  Database ${service.database}`}${service.files === null ? "" : `\n  Files    ${service.files}`}${index}
  Models   ${service.models}
${embedding(service)}
Try it:    ${npx} ingest README.md && ${npx} ask "What is Headwater?"
Stop it:   Ctrl-C
`;
}
