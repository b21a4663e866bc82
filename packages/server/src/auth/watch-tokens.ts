import type { Clock } from "../kernel/clock.ts";
import type { Timer } from "../kernel/timer.ts";
import type { Caller } from "./authenticate.ts";
import { isOAuthToken } from "./authenticate-oauth.ts";
import { invalidCredentials } from "./errors.ts";
import type { TokenStore } from "./token-store.ts";

/** How often tokens of open requests are looked up, in ms. They may also be revoked by another process. */
const lookMs = 2_000;

export type WatchedToken = {
  /** Aborts with a 401 when the token was revoked or has expired. */
  signal: AbortSignal;
  /** Call it when the request has ended. */
  release(): void;
};

/** Watches the token of a request that is under way. */
export type WatchToken = (caller: Caller) => WatchedToken;

type Watched = { caller: Caller; controller: AbortController; requests: number };

/** Ends requests whose token is revoked while they wait or stream. Nothing is looked up while no request is open. */
export function createWatchTokens(deps: {
  tokens: Pick<TokenStore, "findKnown">;
  clock: Clock;
  timer: Timer;
  onFault: (error: unknown) => void;
}): { watch: WatchToken; look(): Promise<void>; close(): void } {
  const watched = new Map<string, Watched>();

  const look = async () => {
    const open = [...watched];
    if (open.length === 0) return;
    // Tokens of an OAuth issuer are not recorded here: they last until they expire.
    const recorded = open.map(([, { caller }]) => caller.tokenId).filter((id) => !isOAuthToken(id));
    const known = new Set(await deps.tokens.findKnown(recorded));
    const now = deps.clock.now();
    for (const [key, { caller, controller }] of open) {
      const isExpired = caller.expiresAt !== null && caller.expiresAt <= now;
      const isRevoked = !isOAuthToken(caller.tokenId) && !known.has(caller.tokenId);
      if (!isExpired && !isRevoked) continue;
      watched.delete(key);
      controller.abort(invalidCredentials());
    }
  };
  const stopLooking = deps.timer.every(lookMs, () => void look().catch(deps.onFault));

  return {
    watch(caller) {
      // Two access tokens of one subject may expire at different times.
      const key = `${caller.tokenId} ${caller.expiresAt?.getTime() ?? ""}`;
      const entry = watched.get(key) ?? { caller, controller: new AbortController(), requests: 0 };
      watched.set(key, entry);
      entry.requests += 1;
      let isOpen = true;
      return {
        signal: entry.controller.signal,
        release() {
          if (!isOpen) return;
          isOpen = false;
          entry.requests -= 1;
          if (entry.requests === 0 && watched.get(key) === entry) watched.delete(key);
        },
      };
    },
    look,
    close: stopLooking,
  };
}
