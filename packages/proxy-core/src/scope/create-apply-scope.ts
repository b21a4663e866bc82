import { limits } from "@headwater/spec";
import { LRUCache } from "lru-cache";
import type { FailedStage } from "../events.ts";
import type { Match } from "../operations/match-operation.ts";
import type { Scope } from "../options/proxy-options.ts";
import type { Settings } from "../options/read-options.ts";
import { guardStore } from "../ownership/guard-store.ts";
import type { HeaderLookup } from "../plan.ts";
import { createIngestions } from "./ingestions.ts";
import { scopeRules } from "./scope-rules.ts";
import type { AppliedScope } from "./scoped-request.ts";
import { createServiceReader } from "./service-reader.ts";
import { createVisibleFiles } from "./visible-files.ts";

export type ApplyScopeInput = {
  match: Extract<Match, { kind: "operation" }>;
  scope: Scope;
  header: HeaderLookup;
  readBody(maxBytes: number): Promise<Uint8Array>;
  /** The headers of the proxy's own requests to the service. */
  headers: [string, string][];
  /** Called for a failure that does not stop the request. */
  onFailure(stage: FailedStage, error: unknown): void;
};

/** Applies the scope to a request: see `scopeRules`. */
export function createApplyScope({
  baseUrl,
  ownership,
  onFileReady,
  fetch,
  timeouts,
}: Settings<never>): (input: ApplyScopeInput) => Promise<AppliedScope & { notices: string[] }> {
  const store = guardStore(ownership);
  const missingSince = new LRUCache<string, number>({ max: 10_000 });
  const address = baseUrl.replace(/\/+$/, "");

  return async ({ match, scope, header, readBody, headers, onFailure }) => {
    const { call, entry, query } = match;
    const service = createServiceReader({ fetch, address, headers, timeoutMs: timeouts.firstByteMs });
    const ingestions = createIngestions({ store, onFileReady, onFailure, missingSince, now: Date.now });
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
      note: (notice) => void notices.push(notice),
    });
    return { ...applied, notices };
  };
}
