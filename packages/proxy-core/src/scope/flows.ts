import type { FlowList } from "@headwater/spec";
import { jsonAnswer, proxyErrors, Refusal, refuse } from "../errors.ts";
import { readBody, writeBody } from "./read-body.ts";
import { readQuery, writeQuery } from "./read-query.ts";
import type { ScopedRequest, ScopeRule } from "./scoped-request.ts";

/** The contract's message table reports an unknown flow in two ways. */
const unknownFlow = ({ call }: ScopedRequest): Refusal =>
  call.access === "read" && call.operation !== "getNodeResults"
    ? refuse(404, "Flow not found")
    : refuse(404, `Flow with name '${call.flow}' not found`);

function assertNamed(request: ScopedRequest): void {
  const { call, scope } = request;
  if (call.flow === undefined || !scope.flows?.includes(call.flow)) throw unknownFlow(request);
}

async function forwardUnchanged(request: ScopedRequest) {
  const query = writeQuery(readQuery(request));
  if (request.entry.body === "none") return { kind: "forward", query, body: { kind: "none" } } as const;
  return { kind: "forward", query, body: writeBody(await readBody(request)) } as const;
}

/** A caller who may use a flow gets its answers, whichever files it was built from. */
export const useFlow: ScopeRule = async (request) => {
  assertNamed(request);
  return forwardUnchanged(request);
};

/** All users of a flow share its configuration. */
export const changeFlow: ScopeRule = async (request) => {
  assertNamed(request);
  if (request.scope.write !== "all") throw new Refusal(proxyErrors.forbidden());
  return forwardUnchanged(request);
};

/**
 * What no scope can limit. A dataset takes files by name, and a name means every file of the project with that name; runs
 * are those of all who use the flow.
 */
export const refuseOfFlow: ScopeRule = async (request) => {
  assertNamed(request);
  throw new Refusal(proxyErrors.forbidden());
};

export const listFlows: ScopeRule = async ({ scope }) => {
  const named = new Set(scope.flows);
  const onlyNamed = (flows: FlowList["flows"]): FlowList => {
    const own = flows.filter((flow) => named.has(flow.name));
    return { flows: own, total: own.length };
  };
  if (named.size === 0) return { kind: "answer", answer: jsonAnswer(200, onlyNamed([])) };
  return {
    kind: "forward",
    query: "",
    body: { kind: "none" },
    async onAnswer(value) {
      const { flows } = (value ?? {}) as Partial<FlowList>;
      return onlyNamed(Array.isArray(flows) ? flows : []);
    },
  };
};

/** The health of the service contains nobody's data. */
export const probe: ScopeRule = async () => ({ kind: "forward", query: "", body: { kind: "none" } });
