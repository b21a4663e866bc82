import { limits } from "@headwater/spec";
import { LRUCache } from "lru-cache";
import type { FailedStage } from "../events.ts";
import { followFiles } from "../follow/follow-files.ts";
import type { LookUp } from "../forward/look-up.ts";
import type { Match } from "../operations/match-operation.ts";
import type { Scope } from "../options/proxy-options.ts";
import type { Settings } from "../options/read-options.ts";
import { guardStore } from "../ownership/guard-store.ts";
import type { HeaderLookup } from "../plan.ts";
import { recentEntries } from "../recent-entries.ts";
import { createIngestions } from "./ingestions.ts";
import { scopeRules } from "./scope-rules.ts";
import type { AppliedScope } from "./scoped-request.ts";
import { createServiceReader } from "./service-reader.ts";
import { createVisibleFiles } from "./visible-files.ts";

export type ApplyScopeInput = {
  match: Extract<Match, { kind: "operation" }>;
  scope: Scope;
  header: HeaderLookup;
  readBody: (maxBytes: number) => Promise<Uint8Array>;
  /** The headers of the proxy's own requests to the service. */
  headers: [string, string][];
  token: string | undefined;
  /** Called for a failure that does not stop the request. */
  onFailure: (stage: FailedStage, error: unknown) => void;
};

/** Applies the scope to a request: see `scopeRules`. */
export function createApplyScope(
  settings: Settings<never>,
  lookUp: LookUp,
  /** Called for a failure of what the proxy does without a request. */
  onOwnFailure: (stage: FailedStage, error: unknown) => void,
): (input: ApplyScopeInput) => Promise<AppliedScope & { notices: string[] }> {
  const { baseUrl, ownership, onFileReady, timeouts } = settings;
  const store = guardStore(ownership);
  const address = baseUrl.replace(/\/+$/, "");
  const readerOf = (headers: [string, string][]) =>
    createServiceReader({ lookUp, address, headers, timeoutMs: timeouts.firstByteMs });
  const shared = {
    store,
    onFileReady,
    missingSince: new LRUCache<string, number>(recentEntries(10_000)),
    announcing: new Map<string, Promise<void>>(),
    now: Date.now,
  };
  const follower = onFileReady && followFiles({ ...settings, shared, readerOf, onFailure: onOwnFailure });

  return async ({ match, scope, header, readBody, headers, token, onFailure }) => {
    const { call, entry, query } = match;
    const service = readerOf(headers);
    const ingestions = createIngestions({ ...shared, onFailure });
    const files = createVisibleFiles({
      scope,
      store,
      refresh: () => ingestions.refresh(scope.caller, service),
    });
    const notices: string[] = [];
    const applied = await scopeRules[call.operation]({
      call,
      entry,
      scope,
      query,
      header,
      readBody: () => readBody(limits.maxJsonBytes),
      store,
      files,
      ingestions,
      service,
      follow: (buildId) => follower?.follow({ buildId, caller: scope.caller }, token),
      note: (notice) => void notices.push(notice),
    });
    return { ...applied, notices };
  };
}
