import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServiceProcess } from "./service-process.ts";
import type { TestServer } from "./start-server.ts";
import { createTestClient } from "./test-client.ts";

const token = "test-token-0123456789";

/**
 * The real service as it runs for its users, in a process of its own, with its own data folder, which is removed at the
 * end. Stopping throws when the process ends with anything but 0.
 */
export async function startServerProcess(environment: Record<string, string> = {}): Promise<TestServer> {
  const dataFolder = environment.HEADWATER_DATA ?? (await mkdtemp(join(tmpdir(), "headwater-test-")));
  const service = await startServiceProcess({ dataFolder, token, environment });
  // A test run that is broken off leaves no service behind.
  const killed = () => void service.kill();
  process.once("exit", killed);
  const stop = async () => {
    await service.stop();
    process.off("exit", killed);
  };
  return {
    ...createTestClient({ origin: service.origin, token }),
    dataFolder,
    stop,
    async close() {
      await stop();
      if (environment.HEADWATER_DATA === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
