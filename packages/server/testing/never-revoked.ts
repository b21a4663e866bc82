import type { WatchToken } from "../src/auth/watch-tokens.ts";

/** For tests in which no token is revoked. */
export const neverRevoked: WatchToken = () => ({ signal: new AbortController().signal, release: () => {} });
