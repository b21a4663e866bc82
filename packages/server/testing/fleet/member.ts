import { setTimeout as after } from "node:timers/promises";
import type { ServiceProcess } from "../service-process.ts";
import { pause } from "./pause.ts";

/** A part of the fleet that can be killed, and comes back. */
export type Member = {
  name: string;
  /** Kills it in the middle of what it does (SIGKILL), also while it starts. It is started again at once, or `downMs` later. */
  kill(downMs: number): Promise<void>;
  /** Stops it for so many ms in which it answers nothing, and keeps its connections. Nothing happens to one that is down. */
  pause(ms: number): Promise<void>;
  isUp(): boolean;
  /** Resolves when it runs. Rejects when it does not within `startMs`. */
  up(): Promise<void>;
  stop(): Promise<void>;
};

/** For a process whose first starts meet a dependency that is down. */
const startMs = 180_000;
const betweenStartsMs = 300;
const lookEveryMs = 50;

/** Keeps a process running, as the system's own supervisor does. `onEnded` hears of each end that was not ours. */
export function superviseProcess(
  name: string,
  start: (signal: AbortSignal) => Promise<ServiceProcess>,
  onEnded: (complaints: string) => void,
): Member {
  let isStopped = false;
  let killing = new AbortController();
  let service: ServiceProcess | null = null;
  let isDown = Promise.resolve();
  let refusal: unknown;

  const keep = async () => {
    while (!isStopped) {
      await isDown;
      const own = killing;
      // A dependency may be away: then it says why and ends, and is started again.
      service = await start(own.signal).catch((error: unknown) => {
        refusal = error;
        return null;
      });
      await service?.exited;
      if (service && !own.signal.aborted && !isStopped) onEnded(service.complaints());
      service = null;
      if (!isStopped) await after(betweenStartsMs);
    }
  };
  const kept = keep();

  return {
    name,
    async kill(downMs) {
      const [was, running] = [killing, service];
      killing = new AbortController();
      if (downMs > 0) isDown = after(downMs);
      was.abort();
      await running?.exited;
    },
    pause: async (ms) => (service ? pause(service.pid, ms) : undefined),
    isUp: () => service !== null && !killing.signal.aborted,
    async up() {
      for (let waited = 0; service === null; waited += lookEveryMs) {
        if (waited > startMs)
          throw new Error(`${name} did not start within ${startMs / 1000} s`, { cause: refusal });
        await after(lookEveryMs);
      }
    },
    async stop() {
      isStopped = true;
      if (service) await service.stop();
      else killing.abort();
      await kept;
    },
  };
}

/** A server that the fleet depends on, with a kill and a start of its own. */
export function superviseServer(
  name: string,
  server: {
    kill(): Promise<void>;
    restart(): Promise<void>;
    /** Of the process that has started its others. */
    pid(): number;
  },
): Member {
  let back = Promise.resolve();
  let isUp = true;
  return {
    name,
    async kill(downMs) {
      // One that is starting is killed once it runs.
      back = back.then(async () => {
        isUp = false;
        await server.kill();
        await after(downMs);
        await server.restart();
        isUp = true;
      });
      back.catch(() => {}); // told by `up`
    },
    pause: async (ms) => (isUp ? pause(server.pid(), ms) : undefined),
    isUp: () => isUp,
    up: () => back,
    stop: () => back,
  };
}
