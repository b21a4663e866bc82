/** The service as a library: start it inside another process, with the same settings as the command line. */
export { type Service, startService } from "./compose/index.ts";
export { readSettings, type Settings } from "./config.ts";
