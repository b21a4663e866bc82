export type {
  AuthorizeResult,
  FailedStage,
  FileReady,
  LastingOwnershipStore,
  Limits,
  MemoryOwnershipStoreOptions,
  OpenIngestion,
  OperationCall,
  Outcome,
  OwnedKind,
  OwnershipStore,
  ProxyEvent,
  ProxyOptions,
  Scope,
  Timeouts,
  UploadRules,
  UsageLimits,
  Verdict,
} from "@headwater/proxy-core";
export { createMemoryOwnershipStore, defaultLimits, defaultOperations } from "@headwater/proxy-core";
export { documentsProxy } from "./documents-proxy.ts";
