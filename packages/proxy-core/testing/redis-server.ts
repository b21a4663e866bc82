import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export type RedisServer = { socket: string; stop(): Promise<void> };

/** Starts a Redis server of its own, reached through a socket in its folder. It uses no port. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "headwater-redis-"));
  const socket = join(folder, "redis.sock");
  const server = spawn(
    "redis-server",
    ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const exited = once(server, "exit");
  const stop = async () => {
    server.kill("SIGKILL");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  // The server must not outlive the process of the tests.
  process.once("exit", () => server.kill("SIGKILL"));
  for await (const line of createInterface({ input: server.stdout }))
    if (/ready to accept connections/i.test(line)) return { socket, stop };
  throw new Error("redis-server ended before it was ready");
}
