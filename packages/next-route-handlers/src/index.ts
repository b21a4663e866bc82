export type {
  AuthorizeResult,
  FileReady,
  MemoryOwnershipStoreOptions,
  OperationCall,
  OperationId,
  OwnedKind,
  OwnershipStore,
  ProxyEvent,
  Scope,
  Timeouts,
  Verdict,
} from "@headwater/proxy-core";
export { createMemoryOwnershipStore, defaultOperations } from "@headwater/proxy-core";
export {
  createRouteHandlers,
  type RouteHandlers,
  type RouteHandlersOptions,
} from "./create-route-handlers.ts";
export type { RouteContext, RouteParams } from "./request-target.ts";
