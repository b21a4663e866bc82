import { CallbackFailed, callbackMs, within } from "../callback.ts";
import { proxyErrors } from "../errors.ts";
import type { FailedStage } from "../events.ts";
import { ownHeaders } from "../headers/request-headers.ts";
import { isToken, type Settings } from "../options/read-options.ts";
import { isLasting } from "../ownership/is-lasting.ts";
import { createIngestions, type IngestionsOptions } from "../scope/ingestions.ts";
import type { ServiceReader } from "../scope/service-reader.ts";
import { createFollower, type Follower } from "./create-follower.ts";

export type FollowFilesOptions = Pick<Settings<never>, "ownership" | "token" | "tokenOfCaller" | "signal"> & {
  shared: Omit<IngestionsOptions, "onFailure">;
  /** Makes a reader with these headers. */
  readerOf: (headers: [string, string][]) => ServiceReader;
  onFailure: (stage: FailedStage, error: unknown) => void;
};

/** Follows the builds of files whose callers do not ask any more, for `onFileReady`. */
export function followFiles({
  ownership,
  token,
  tokenOfCaller,
  signal,
  shared,
  readerOf,
  onFailure,
}: FollowFilesOptions): Follower {
  const { store } = shared;
  const tokenFor = async (caller: string, started: string | undefined): Promise<string> => {
    if (typeof token === "string") return token;
    let own = started;
    try {
      if (tokenOfCaller) own = await within(tokenOfCaller(caller), callbackMs, "tokenOfCaller");
    } catch {
      own = undefined;
    }
    // What was answered or thrown is not shown: it could be a part of the token.
    if (!isToken(own)) throw new CallbackFailed("token", proxyErrors.internal(), undefined);
    return own;
  };

  return createFollower({
    signal,
    listOpen: isLasting(ownership) ? (max) => ownership.listOpen(max) : undefined,
    onFailure: (error) =>
      error instanceof CallbackFailed ? onFailure(error.stage, error.cause) : onFailure("upstream", error),
    async look({ buildId, caller }, started) {
      const isOpen = async () => (await store.ownerOf("ingestion", buildId)) === caller;
      // A request of the caller, or another process, may have seen the end.
      if (!(await isOpen())) return false;
      const service = readerOf(ownHeaders(crypto.randomUUID(), await tokenFor(caller, started)));
      const build = await service.build(buildId);
      await createIngestions({ ...shared, onFailure }).observe(buildId, caller, build);
      return isOpen();
    },
  });
}
