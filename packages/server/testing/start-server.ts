import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSourcesClient, ingestFile, isBuildFailedError, waitForBuild } from "@headwater/client";
import type { MethodInput } from "@headwater/spec";
import { type DestinationStream, pino } from "pino";
import { startService } from "../src/compose/index.ts";
import { readSettings } from "../src/config.ts";
import { createCheckedFetch } from "./checked-fetch.ts";

export type TestServer = {
  /** `http://127.0.0.1:port/sources` */
  baseUrl: string;
  origin: string;
  token: string;
  dataFolder: string;
  /** Every answer is checked against the spec. */
  fetch: typeof fetch;
  /** JSON in, JSON out, through the real client. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: T }>;
  /** Sends a file and returns the build id. */
  ingest(fileName: string, content: string | Uint8Array, method?: MethodInput): Promise<string>;
  /** Sends a file and waits until its build ended. */
  ingestAndWait(fileName: string, content: string | Uint8Array, method?: MethodInput): Promise<SettledBuild>;
  waitFor(buildId: string): Promise<SettledBuild>;
  /** Stops the service and keeps its data folder. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

export type SettledBuild = {
  build_id: string;
  file_id: string;
  status: string;
  error: string | null;
} & Record<string, unknown>;

/** The real service on a free port with its own data folder, which is removed at the end. */
export async function startServer(
  environment: Record<string, string> = {},
  log?: DestinationStream,
): Promise<TestServer> {
  const dataFolder = environment.HEADWATER_DATA ?? (await mkdtemp(join(tmpdir(), "headwater-test-")));
  const settings = readSettings({
    HEADWATER_PORT: "0",
    HEADWATER_DATA: dataFolder,
    HEADWATER_TOKEN: "test-token-0123456789",
    ...environment,
  });
  const service = await startService(
    settings,
    log ? pino({ level: settings.logLevel }, log) : pino({ level: process.env.TEST_LOG ?? "silent" }),
  );
  const { address: origin } = service;
  const baseUrl = `${origin}/sources`;
  const token = settings.token ?? "";
  const checkedFetch = createCheckedFetch();
  const client = createSourcesClient({ baseUrl, token, fetch: checkedFetch, maxRetries: 0 });

  const server: TestServer = {
    baseUrl,
    origin,
    token,
    dataFolder,
    fetch: checkedFetch,
    async call<T>(method: string, path: string, body?: unknown) {
      const init = body === undefined ? {} : { body };
      const { data, error, response } = await client.request(
        method.toLowerCase() as "get",
        path as "/",
        init as never,
      );
      return { status: response.status, body: (data ?? error) as T };
    },
    async ingest(fileName, content, method) {
      const file = new Blob([content as string]);
      const { build_id } = await ingestFile(client, { file, fileName, ...(method ? { method } : {}) });
      return build_id;
    },
    async waitFor(buildId) {
      try {
        return (await waitForBuild(client, buildId)).build as SettledBuild;
      } catch (error) {
        if (isBuildFailedError(error)) return error.build as SettledBuild;
        throw error;
      }
    },
    ingestAndWait: async (fileName, content, method) =>
      server.waitFor(await server.ingest(fileName, content, method)),
    stop: () => service.close(),
    async close() {
      await service.close();
      if (environment.HEADWATER_DATA === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
  return server;
}
