export type { OperationId } from "@headwater/spec";
export { createProxyHandler, type ProxyHandlerOptions } from "./create-proxy-handler.ts";
export { proxyErrors, Refusal } from "./errors.ts";
export type { FailedStage, ProxyEvent } from "./events.ts";
export { handleRequest } from "./forward/handle-request.ts";
export { platformFetch } from "./forward/platform-fetch.ts";
export { defaultOperations } from "./options/default-operations.ts";
export type {
  AuthorizeResult,
  FileReady,
  OperationCall,
  ProxyOptions,
  Scope,
  Timeouts,
  Verdict,
} from "./options/proxy-options.ts";
export type { Outcome } from "./outcome.ts";
export {
  createMemoryOwnershipStore,
  type MemoryOwnershipStoreOptions,
} from "./ownership/memory-ownership-store.ts";
export type { OwnedKind, OwnershipStore } from "./ownership/ownership-store.ts";
export type {
  Answer,
  EventFilter,
  EventGate,
  ForwardPlan,
  HeaderLookup,
  Incoming,
  Plan,
  PlannedBody,
  Reception,
  ResponsePlan,
} from "./plan.ts";
export { createPolicy, type Policy } from "./policy.ts";
export { writeJson } from "./write-json.ts";
