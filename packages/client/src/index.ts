export type {
  Answer,
  AnswerStatus,
  AskRequest,
  Build,
  BuildProgress,
  BuildStatus,
  Chunk,
  Citation,
  Conversation,
  ConversationDetail,
  ConversationPage,
  ConversationTurn,
  Element,
  ElementPage,
  ElementType,
  ErrorBody,
  ExtractionRequest,
  ExtractionResult,
  FlowNodeProgress,
  FlowsPaths,
  LeftOut,
  Method,
  MethodInput,
  PageScreenshot,
  Readiness,
  RetrievalRequest,
  RetrievalResult,
  RunRequest,
  RunResult,
  ScheduledBuild,
  Source,
  SourceStatus,
  SourcesPaths,
  ThinkingLevel,
  Usage,
} from "@headwater/spec";
export type { AnswerEvent } from "./answering/answer-event.ts";
export type { AnswerPlace } from "./answering/answer-place.ts";
export { type ResumeAnswerOptions, resumeAnswer } from "./answering/resume-answer.ts";
export { streamAnswer } from "./answering/stream-answer.ts";
export type { OutputOf, StreamAnswerOptions } from "./answering/stream-answer-options.ts";
export { type BuildPhase, buildPhase, isSettled } from "./builds/build-phase.ts";
export { type BuildResult, type WaitOptions, waitForBuild } from "./builds/wait-for-build.ts";
export type { CallOptions, ClientOptions, Fetch, Token } from "./client-options.ts";
export {
  type ElementFilter,
  type IterateElementsOptions,
  iterateElements,
} from "./elements/iterate-elements.ts";
export { iterateItems } from "./elements/iterate-items.ts";
export { ApiError } from "./errors/api-error.ts";
export { BuildFailedError } from "./errors/build-failed-error.ts";
export { BuildNotFoundError } from "./errors/build-not-found-error.ts";
export { BuildTimeoutError } from "./errors/build-timeout-error.ts";
export { ClientError } from "./errors/client-error.ts";
export { ConnectionError } from "./errors/connection-error.ts";
export { FileUnreadableError } from "./errors/file-unreadable-error.ts";
export {
  isApiError,
  isBuildFailedError,
  isBuildNotFoundError,
  isBuildTimeoutError,
  isClientError,
  isConnectionError,
  isFileUnreadableError,
  isOutcomeUnknownError,
  isOutputInvalidError,
  isSchemaNotSupportedError,
  isTimeoutError,
} from "./errors/guards.ts";
export { OutcomeUnknownError } from "./errors/outcome-unknown-error.ts";
export { OutputInvalidError } from "./errors/output-invalid-error.ts";
export { SchemaNotSupportedError } from "./errors/schema-not-supported-error.ts";
export { TimeoutError } from "./errors/timeout-error.ts";
export { createFlowClient, type FlowClient, type FlowClientOptions } from "./flow-client.ts";
export { type FlowAddress, flowUrl } from "./flow-url.ts";
export type { OnProgress, UploadProgress } from "./ingest/counted.ts";
export type { FileInput, FileSource, NativeFile, ReadableFile, ReceivedFile } from "./ingest/file-source.ts";
export { type IngestFileOptions, ingestFile } from "./ingest/ingest-file.ts";
export { resumeRun } from "./runs/resume-run.ts";
export type { RunEvent, RunPlace } from "./runs/run-event.ts";
export type { StreamRunOptions } from "./runs/run-events.ts";
export { streamRun } from "./runs/stream-run.ts";
export { createSourcesClient, type SourcesClient, type SourcesClientOptions } from "./sources-client.ts";
export { type AnswerPart, splitCitations } from "./split-citations.ts";
export { ask, type StructuredAnswer } from "./structured/ask.ts";
export { type Extraction, extract } from "./structured/extract.ts";
export type { JsonSchema } from "./structured/json-schema.ts";
export type { SchemaOptions } from "./structured/schema-options.ts";
export { simplifySchema } from "./structured/simplify-schema.ts";
export type { StandardSchemaV1 } from "./structured/standard-schema.ts";
export type { DebugEvent } from "./transport/debug-event.ts";
export type { SurfaceClient } from "./transport/surface-client.ts";
export { unwrap } from "./unwrap.ts";
