import { once } from "node:events";
import { request } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Caller } from "../src/auth/authenticate.ts";
import { createRequestReaders } from "../src/compose/spec.ts";
import { createApp } from "../src/http/app.ts";
import { listen } from "../src/http/listen.ts";
import { neverRevoked } from "../testing/never-revoked.ts";

const caller = { projectId: "p", projectName: "p", tokenId: "t", readOnly: false, manage: false };

let origin: string;
let close: () => Promise<void>;
let log: string[];
/** Resolves when the operation has begun, and when it has given up. */
let begun: PromiseWithResolvers<void>;
let ended: PromiseWithResolvers<void>;
/** Whether it was still waiting when its client left. */
let isWaiting: boolean;

beforeEach(async () => {
  log = [];
  isWaiting = false;
  [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = await createApp({
    rooms: {},
    async runOperation(_request, signal) {
      begun.resolve();
      if (!signal.aborted) await once(signal, "abort");
      ended.resolve();
      if (isWaiting) throw signal.reason;
      return { status: 500, headers: {}, body: null, fault: new Error("This operation was aborted") };
    },
    watchToken: neverRevoked,
    admit: () => () => {},
    authenticate: async () => ({ ...caller, expiresAt: null }) satisfies Caller,
    readers: createRequestReaders(),
    logger: pino({ level: "warn" }, { write: (line: string) => void log.push(line) }),
    metrics: { observe: () => {} },
    flowsDomain: "flows.localhost",
    flowProject: async () => null,
    trustProxy: false,
    stopping: new AbortController().signal,
    cutOff: new AbortController().signal,
    storage: { isFull: () => false, hold: async () => () => {} },
  });
  origin = await listen(app, { host: "127.0.0.1", port: 0 });
  close = () => app.close();
});
afterEach(() => close());

it.each([true, false])(
  "ends the work of a client that leaves, and takes that for no failure",
  async (waits) => {
    isWaiting = waits;
    const asking = request(`${origin}/sources/ask-sources`, {
      method: "POST",
      headers: { authorization: "Bearer any", "content-type": "application/json" },
    });
    asking.on("error", () => {});
    asking.end('{"question":"What?"}');
    await begun.promise;
    asking.destroy();
    await ended.promise;
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    expect(log).toEqual([]);
  },
);
