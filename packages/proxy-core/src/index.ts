export type { OperationId } from "@headwater/spec";
export { createProxyHandler, type ProxyHandlerOptions } from "./create-proxy-handler.ts";
export { notDone, proxyErrors, Refusal } from "./errors.ts";
export type { FailedStage, ProxyEvent } from "./events.ts";
export { handleRequest } from "./forward/handle-request.ts";
export type { LookUp, LookUpRequest } from "./forward/look-up.ts";
export { connectionFailed, isLostConnection, isRead } from "./forward/lost-connection.ts";
export { platformFetch } from "./forward/platform-fetch.ts";
export { type Lane, shortConnections } from "./limits/lane.ts";
export { defaultLimits, type Limits, type UsageLimits } from "./limits/limits.ts";
export { defaultOperations } from "./options/default-operations.ts";
export type { OperationCall } from "./options/operation-call.ts";
export type {
  AuthorizeResult,
  FileReady,
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
export type {
  LastingOwnershipStore,
  OpenIngestion,
  OwnedKind,
  OwnershipStore,
} from "./ownership/ownership-store.ts";
export type {
  Answer,
  BodyFilter,
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
export type { UploadRules } from "./uploads/upload-rules.ts";
export { writeJson } from "./write-json.ts";
