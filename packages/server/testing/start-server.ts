import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DestinationStream, pino } from "pino";
import { startService } from "../src/compose/index.ts";
import { readSettings } from "../src/config.ts";
import { createTestClient, type TestClient } from "./test-client.ts";
import { removeTestPostgres, testPostgresOf } from "./test-database.ts";

export type { SettledBuild } from "./test-client.ts";

export type TestServer = TestClient & {
  dataFolder: string;
  /** Stops the service and keeps its data folder. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The real service on a free port with its own data folder, which is removed at the end. It runs in the process of the
 * test, so that starting it again takes no time. Tests of what uses the service have `startServerProcess`.
 */
export async function startServer(
  environment: Record<string, string> = {},
  log?: DestinationStream,
): Promise<TestServer> {
  const dataFolder = environment.HEADWATER_DATA ?? (await mkdtemp(join(tmpdir(), "headwater-test-")));
  const postgres = environment.HEADWATER_DATABASE === undefined ? await testPostgresOf(dataFolder) : null;
  const settings = readSettings({
    HEADWATER_PORT: "0",
    HEADWATER_DATA: dataFolder,
    HEADWATER_TOKEN: "test-token-0123456789",
    // Loading the encoder would slow down every test.
    HEADWATER_EMBEDDING_MODEL: "none",
    ...(postgres !== null && { HEADWATER_DATABASE: postgres }),
    ...environment,
  });
  const service = await startService(
    settings,
    log ? pino({ level: settings.logLevel }, log) : pino({ level: process.env.TEST_LOG ?? "silent" }),
  );
  return {
    ...createTestClient({ origin: service.address, token: settings.token ?? "" }),
    dataFolder,
    stop: () => service.close(),
    async close() {
      await service.close();
      if (environment.HEADWATER_DATA !== undefined) return;
      await rm(dataFolder, { recursive: true, force: true });
      await removeTestPostgres(dataFolder);
    },
  };
}
