import type { Clock } from "../../../kernel/clock.ts";

export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Gives each request its time: those to one host follow each other with a pause, whichever crawl makes them. */
export type Pace = (host: string, pauseMs: number, signal: AbortSignal) => Promise<void>;

/** Maximum number of hosts remembered; the least recently asked is forgotten first. */
const maxHosts = 1_000;

export function createPace({ clock, wait }: { clock: Clock; wait: Wait }): Pace {
  /** When the next request to a host may start, in ms. */
  const next = new Map<string, number>();
  return async (host, pauseMs, signal) => {
    const now = clock.now().getTime();
    const start = Math.max(now, next.get(host) ?? now);
    next.delete(host);
    next.set(host, start + pauseMs);
    const [oldest] = next.keys();
    if (next.size > maxHosts && oldest !== undefined) next.delete(oldest);
    if (start > now) await wait(start - now, signal);
  };
}
