import { existsSync } from "node:fs";
import { readSettings, SettingsError } from "./settings.ts";
import { startWorkbench } from "./workbench.ts";

try {
  // As in the service, environment variables take precedence over `.env` in the working directory.
  if (existsSync(".env")) process.loadEnvFile(".env");
  const settings = readSettings(process.env);
  const workbench = await startWorkbench(settings, { dev: process.argv.includes("--dev") });
  if (process.send) process.send({ ready: { address: workbench.address } });
  else console.log(`The workbench is at ${workbench.address}`);

  const stop = () => void workbench.close().finally(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  if (settings.stopOnDisconnect) process.once("disconnect", stop);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(`headwater demo: ${error.message}`);
  process.exit(1);
}
