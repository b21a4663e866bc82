import type { Clock } from "../../kernel/clock.ts";
import type { KeySet } from "./fetch-keys.ts";

/** Keys of this age, in ms, are fetched anew in the background, and used meanwhile. */
const freshMs = 10 * 60_000;
/** Keys of this age are not used any more. The issuer may have withdrawn one because it was stolen. */
const staleMs = 24 * 60 * 60_000;
/** After an answer, or a failure, the issuer is left alone for so long, whatever tokens ask for. */
const pauseMs = 10_000;

/** No keys could be fetched, and the ones that are kept do not help. */
export class IssuerSilentError extends Error {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number, cause: unknown) {
    super("The OAuth issuer does not say which keys it signs with", { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

export type IssuerKeys = {
  /** The keys that are kept, or fetched for the first time. */
  current(): Promise<KeySet>;
  /** For a token of a key that is not among `current`: newer keys, or null when there can't be any yet. */
  newer(): Promise<KeySet | null>;
};

/** Keeps the keys of an issuer, also while it does not answer. Each of the two throws an `IssuerSilentError`. */
export function createIssuerKeys(deps: {
  fetchKeys: () => Promise<KeySet>;
  clock: Clock;
  /** Called once when the issuer begins to fail, and once when it answers again. */
  tell: (state: { silent: unknown } | "answers again") => void;
}): IssuerKeys {
  const now = () => deps.clock.now().getTime();
  let kept: { keys: KeySet; fetchedAt: number } | null = null;
  let failure: { error: unknown; at: number } | null = null;
  let fetching: Promise<KeySet> | null = null;

  const fetchOnce = async (): Promise<KeySet> => {
    try {
      const keys = await deps.fetchKeys();
      if (failure) deps.tell("answers again");
      failure = null;
      kept = { keys, fetchedAt: now() };
      return keys;
    } catch (error) {
      if (!failure) deps.tell({ silent: error });
      failure = { error, at: now() };
      throw new IssuerSilentError(pauseMs, error);
    } finally {
      fetching = null;
    }
  };
  /** One request for all who wait, and none while the issuer is left alone. */
  const fetch = async (): Promise<KeySet> => {
    const pause = failure ? failure.at + pauseMs - now() : 0;
    if (failure && pause > 0) throw new IssuerSilentError(pause, failure.error);
    fetching ??= fetchOnce();
    return fetching;
  };

  return {
    async current() {
      const age = kept ? now() - kept.fetchedAt : Number.POSITIVE_INFINITY;
      if (!kept || age >= staleMs) return fetch();
      // That the issuer fails was logged already.
      if (age >= freshMs) void fetch().catch(() => {});
      return kept.keys;
    },
    async newer() {
      if (kept && now() - kept.fetchedAt < pauseMs) return null;
      return fetch();
    },
  };
}
