import type { FlowTests } from "@headwater/spec";
import { runKey, useFlow } from "./flows.ts";
import type { ScopeRule } from "./scoped-request.ts";

/**
 * The tests that the caller ran; with `write: "all"`, those of everyone. The questions are those of the newest test, so they
 * are shown when that was the caller's.
 */
export const listTests: ScopeRule = async (request) => {
  const plan = await useFlow(request);
  const { scope, store } = request;
  if (scope.write === "all" || plan.kind !== "forward") return plan;
  return {
    ...plan,
    async onAnswer(value) {
      const { runs = [], cases = [] } = (value ?? {}) as Partial<FlowTests>;
      const owners = await Promise.all(
        runs.map(({ run_id: id }) => store.ownerOf("run", runKey(request, id))),
      );
      const own = runs.filter((_, index) => owners[index] === scope.caller);
      const ownIds = new Set<string | null>(own.map(({ run_id: id }) => id));
      const shown = own.length > 0 && own[0] === runs[0] ? cases : [];
      return {
        runs: own,
        cases: shown.map((each) => ({
          ...each,
          green_run_id: ownIds.has(each.green_run_id) ? each.green_run_id : null,
        })),
      } satisfies FlowTests;
    },
  };
};
