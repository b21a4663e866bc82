import { type FlowList, messages } from "@headwater/spec";
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

/** A run belongs to the caller who began it, so that they can resume, stop, read and replay it. */
export const beginRun: ScopeRule = async (request) => {
  assertNamed(request);
  return {
    ...(await forwardUnchanged(request)),
    async onAnswer(value) {
      await claimRun(request, value);
      return value;
    },
  };
};

/** The caller's own run; with `write: "all"`, which lets a caller configure the flow, any run of it. */
export const useRun: ScopeRule = async (request) => {
  assertNamed(request);
  const { call, scope, store } = request;
  const { run_id: id = "" } = call.params;
  if (scope.write !== "all" && (await store.ownerOf("run", runKey(request, id))) !== scope.caller)
    throw unknownRun(request, id);
  return beginRun(request);
};

/** A page of runs can't be narrowed to those of one caller without gaps. */
export const listRuns: ScopeRule = async (request) => {
  assertNamed(request);
  if (request.scope.write !== "all") throw new Refusal(proxyErrors.forbidden());
  return forwardUnchanged(request);
};

const unknownRun = ({ call }: ScopedRequest, id: string): Refusal =>
  call.operation === "resumeRun" || call.operation === "stopRun"
    ? refuse(404, messages.runNotFound)
    : refuse(404, `Run with id '${id}' not found in flow '${call.flow}'`);

/** Run ids count within a flow. */
export const runKey = ({ call }: ScopedRequest, id: string): string => `${call.flow}/${id}`;

async function claimRun(request: ScopedRequest, value: unknown): Promise<void> {
  const { run_id: id } = (value ?? {}) as { run_id?: unknown };
  if (typeof id === "string") await request.store.claim("run", runKey(request, id), request.scope.caller);
}

/** All users of a flow share its configuration. */
export const changeFlow: ScopeRule = async (request) => {
  assertNamed(request);
  if (request.scope.write !== "all") throw new Refusal(proxyErrors.forbidden());
  return forwardUnchanged(request);
};

/**
 * What no scope can limit: a dataset takes files by name, and a name means every file of the project with that name.
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

/** The health of the service contains no data of callers. */
export const probe: ScopeRule = async () => ({ kind: "forward", query: "", body: { kind: "none" } });
