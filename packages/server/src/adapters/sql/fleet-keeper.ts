import type { Timer } from "../../kernel/timer.ts";
import type { FleetSession } from "./fleet-session.ts";

/** Which process of a fleet does the work that one does for all: stores segments, mends, clears away. */
export type FleetKeeper = {
  isKeeper(): boolean;
  /** Called with each change, and at once when this process is the keeper already. */
  onChange(listener: (isKeeper: boolean) => void): void;
  close(): void;
};

const keeperKey = "keeper";
const tryEveryMs = 2_000;

/** Tries to become the keeper, until it is one, and again after the session broke. */
export const createFleetKeeper = async (session: FleetSession, timer: Timer): Promise<FleetKeeper> => {
  let isKeeper = false;
  let trying = false;
  const listeners: ((isKeeper: boolean) => void)[] = [];
  const become = (is: boolean) => {
    if (is === isKeeper) return;
    isKeeper = is;
    for (const listener of listeners) listener(is);
  };
  const attempt = async () => {
    if (isKeeper || trying) return;
    trying = true;
    // Without a connection it is tried again.
    const got = await session.tryLock(keeperKey).catch(() => false);
    trying = false;
    become(got);
  };
  session.onLost(() => become(false));
  const close = timer.every(tryEveryMs, () => void attempt());
  await attempt();
  return {
    isKeeper: () => isKeeper,
    onChange(listener) {
      listeners.push(listener);
      if (isKeeper) listener(true);
    },
    close,
  };
};
