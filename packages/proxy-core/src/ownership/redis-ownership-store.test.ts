import { createClient } from "@redis/client";
import { needs } from "../../../../scripts/testing/needs.ts";
import { describeLastingStore } from "../../testing/ownership-contract.ts";
import { startRedis } from "../../testing/redis-server.ts";
import { createRedisOwnershipStore } from "./redis-ownership-store.ts";

needs("redis-server")("Redis", () => {
  describeLastingStore("a store in Redis", async () => {
    const server = await startRedis();
    const client = createClient({ socket: { path: server.socket, tls: false } });
    client.on("error", () => {});
    await client.connect();
    let count = 0;
    const openStore = () =>
      createRedisOwnershipStore((command) => client.sendCommand(command), { prefix: `test-${count}` });
    return {
      async open() {
        count += 1;
        return openStore();
      },
      reopen: async () => openStore(),
      place: () => ({ redis: server.socket, prefix: `test-${count}` }),
      async close() {
        client.destroy();
        await server.stop();
      },
    };
  });
});
