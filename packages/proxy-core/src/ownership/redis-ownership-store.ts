import { expiryMs } from "./expiry.ts";
import type { LastingOwnershipStore } from "./ownership-store.ts";

export type RedisOwnershipStoreOptions = {
  /** Begins every key. Default `headwater`. */
  prefix?: string;
};

/** Sends one command, in the way of the application's client. Its answers are texts, numbers, arrays and null. */
export type SendRedisCommand = (command: string[]) => Promise<unknown>;

/** Sets the owner unless there is one, and puts the id at the end of the lists. An expiry of 0 means none. */
const claimScript = `
  local options = {'NX'}
  if ARGV[3] ~= '0' then options = {'NX', 'PX', ARGV[3]} end
  if not redis.call('SET', KEYS[1], ARGV[1], unpack(options)) then return 0 end
  local place = redis.call('INCR', KEYS[2])
  for at = 3, #KEYS do redis.call('ZADD', KEYS[at], place, ARGV[2]) end
  return 1`;

const releaseScript = `
  local caller = redis.call('GET', KEYS[1])
  if not caller then return 0 end
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], ARGV[2])
  redis.call('ZREM', ARGV[1] .. caller, ARGV[2])
  return 1`;

/**
 * An ownership store in Redis 6 or later, for any number of processes. What Redis forgets, its caller loses: keep it on
 * disk (`appendonly yes`) and let nothing be evicted (`maxmemory-policy noeviction`).
 *
 * @example
 * import { createClient } from "redis";
 * const client = await createClient({ url: process.env.REDIS_URL }).connect();
 * const ownership = createRedisOwnershipStore((command) => client.sendCommand(command));
 * // ioredis: createRedisOwnershipStore(([name, ...rest]) => client.call(name, ...rest))
 */
export function createRedisOwnershipStore(
  send: SendRedisCommand,
  { prefix = "headwater" }: RedisOwnershipStoreOptions = {},
): LastingOwnershipStore {
  // In a cluster the braces keep all keys on one node, as the scripts need it.
  const key = (...parts: string[]) => [`{${prefix}}`, ...parts].join(":");
  const ownerKey = (kind: string, id: string) => key("owner", kind, id);
  const ownedKey = (kind: string, caller: string) => key("owned", kind, caller);
  const openKey = key("open");
  const sequenceKey = key("sequence");
  const run = (script: string, keys: string[], values: string[]) =>
    send(["EVAL", script, String(keys.length), ...keys, ...values]);
  const listed = new Set<string>(["ingestion", "file", "conversation"]);

  return {
    lasting: true,
    async claim(kind, id, caller) {
      const keys = [ownerKey(kind, id), sequenceKey];
      if (listed.has(kind)) keys.push(ownedKey(kind, caller));
      if (kind === "ingestion") keys.push(openKey);
      await run(claimScript, keys, [caller, id, String(expiryMs[kind] ?? 0)]);
    },
    async ownerOf(kind, id) {
      const caller = await send(["GET", ownerKey(kind, id)]);
      return caller === null || caller === undefined ? undefined : String(caller);
    },
    async listOwned(kind, caller) {
      return ((await send(["ZRANGE", ownedKey(kind, caller), "0", "-1"])) as unknown[]).map(String);
    },
    async release(kind, id) {
      const keys = [ownerKey(kind, id), openKey];
      return (
        Number(
          await run(releaseScript, kind === "ingestion" ? keys : [keys[0] as string, key("none")], [
            ownedKey(kind, ""),
            id,
          ]),
        ) > 0
      );
    },
    async listOpen(max) {
      const ids = ((await send(["ZRANGE", openKey, "0", String(max - 1)])) as unknown[]).map(String);
      if (ids.length === 0) return [];
      const callers = (await send(["MGET", ...ids.map((id) => ownerKey("ingestion", id))])) as unknown[];
      return ids.flatMap((buildId, index) => {
        const caller = callers[index];
        return caller === null || caller === undefined ? [] : [{ buildId, caller: String(caller) }];
      });
    },
  };
}
