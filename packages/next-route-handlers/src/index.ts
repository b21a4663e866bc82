export type {
  AuthorizeResult,
  FileReady,
  LastingOwnershipStore,
  Limits,
  MemoryOwnershipStoreOptions,
  OpenIngestion,
  OperationCall,
  OperationId,
  OwnedKind,
  OwnershipStore,
  ProxyEvent,
  Scope,
  Timeouts,
  UploadRules,
  UsageLimits,
  Verdict,
} from "@headwater/proxy-core";
export { createMemoryOwnershipStore, defaultLimits, defaultOperations } from "@headwater/proxy-core";
export {
  createRouteHandlers,
  type RouteHandlers,
  type RouteHandlersOptions,
} from "./create-route-handlers.ts";
export type { RouteContext, RouteParams } from "./request-target.ts";
