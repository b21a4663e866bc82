export type {
  AuthorizeResult,
  FailedStage,
  FileReady,
  MemoryOwnershipStoreOptions,
  OperationCall,
  Outcome,
  OwnedKind,
  OwnershipStore,
  ProxyEvent,
  ProxyOptions,
  Scope,
  Timeouts,
  Verdict,
} from "@headwater/proxy-core";
export { createMemoryOwnershipStore, defaultOperations } from "@headwater/proxy-core";
export { documentsProxy } from "./documents-proxy.ts";
