import { createSourcesClient, ingestFile, isBuildFailedError, waitForBuild } from "@headwater/client";
import type { MethodInput } from "@headwater/spec";
import { checkedFetch } from "./checked-fetch.ts";

export type SettledBuild = {
  build_id: string;
  file_id: string;
  status: string;
  error: string | null;
} & Record<string, unknown>;

/** A service as its clients see it, through the real client. */
export type TestClient = {
  /** `http://127.0.0.1:port/sources` */
  baseUrl: string;
  origin: string;
  token: string;
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
};

export function createTestClient({ origin, token }: { origin: string; token: string }): TestClient {
  const baseUrl = `${origin}/sources`;
  const client = createSourcesClient({ baseUrl, token, fetch: checkedFetch, maxRetries: 0 });

  const testClient: TestClient = {
    baseUrl,
    origin,
    token,
    fetch: checkedFetch,
    async call<T>(method: string, path: string, body?: unknown) {
      const init = body === undefined ? {} : { body };
      const { data, error, response } = await client[method as "GET"](path as "/", init as object);
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
      testClient.waitFor(await testClient.ingest(fileName, content, method)),
  };
  return testClient;
}
