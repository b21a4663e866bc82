import type { CreatedToken } from "@headwater/spec";
import { createStores, type Stores } from "../src/adapters/sql/create-stores.ts";
import { newToken } from "../src/auth/token.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { startServer, type TestServer } from "./start-server.ts";
import { openTestDatabase } from "./test-database.ts";

/** The answer of any token operation. */
type TokenAnswer = CreatedToken & Record<string, unknown>;

type TokenOptions = { manage?: boolean; readOnly?: boolean; expiresAt?: Date; project?: string };

export type ManagedServer = {
  server: TestServer;
  stores: Stores;
  /** Creates a token as the command line does. Returns its secret. */
  tokenFor(options: TokenOptions): Promise<string>;
  /** JSON in, JSON out, with a token. */
  as(
    token: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; headers: Headers; body: TokenAnswer }>;
  close(): Promise<void>;
};

/** The real service, with access to its database for things that only the command line may do. */
export async function startManagedServer(settings: Record<string, string> = {}): Promise<ManagedServer> {
  const server = await startServer(settings);
  const database = await openTestDatabase(server.dataFolder);
  const stores = createStores(database, systemClock);
  return {
    server,
    stores,
    async tokenFor({ project = "default", ...options }) {
      const found = await stores.projects.findByName(project);
      const token = newToken({ projectId: found?.projectId ?? "", name: "test", ...options }, systemClock);
      await stores.tokens.add(token.record);
      return token.secret;
    },
    async as(token, method, path, body) {
      const response = await server.fetch(server.baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as TokenAnswer,
      };
    },
    async close() {
      await database.destroy();
      await server.close();
    },
  };
}
