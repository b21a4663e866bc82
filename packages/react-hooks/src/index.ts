export {
  type Answer,
  type AnswerPart,
  type AnswerPlace,
  type AnswerStatus,
  ApiError,
  type Build,
  type BuildPhase,
  type BuildProgress as BuildProgressCount,
  type BuildStatus,
  buildPhase,
  type Chunk,
  type Citation,
  type Conversation as ConversationEntry,
  type ConversationDetail,
  type ConversationPage,
  type ConversationTurn,
  createFlowClient,
  createSourcesClient,
  type Element,
  type ElementFilter,
  type ElementPage,
  type ElementType,
  type Extraction,
  type ExtractionRequest,
  type ExtractionResult,
  type Fetch,
  type FlowClient,
  type FlowNodeProgress,
  isApiError,
  isBuildFailedError,
  isBuildNotFoundError,
  isBuildTimeoutError,
  isClientError,
  isConnectionError,
  isOutputInvalidError,
  isSchemaNotSupportedError,
  isSettled,
  isTimeoutError,
  type JsonSchema,
  type LeftOut,
  type Method,
  type MethodInput,
  type NativeFile,
  type OutputOf,
  type PageScreenshot,
  type Readiness,
  type RetrievalRequest,
  type RetrievalResult,
  type RunPlace,
  type RunRequest,
  type RunResult,
  type ScheduledBuild,
  type Source,
  type SourceStatus,
  type SourcesClient,
  type StandardSchemaV1,
  splitCitations,
  type ThinkingLevel,
  type Usage,
  unwrap,
} from "@headwater/client";
export type {
  AnswerMessage,
  AskMessage,
  AskSettings,
  Conversation,
  QuestionMessage,
} from "./answering/ask-message.ts";
export type { ConversationActions } from "./answering/conversation-actions.ts";
export type { ConversationOptions } from "./answering/conversation-dependencies.ts";
export type { AskStatus, ConversationState } from "./answering/conversation-state.ts";
export type { ConversationStorage } from "./answering/conversation-storage.ts";
export {
  type LocalConversationStorageOptions,
  localConversationStorage,
} from "./answering/local-conversation-storage.ts";
export type { AskOptions } from "./answering/question-settings.ts";
export { type UseAskOptions, type UseAskResult, useAsk } from "./answering/use-ask.ts";
export { buildOptions } from "./builds/build-options.ts";
export type {
  UseBuildOptions,
  UseBuildResult,
  UseSuspenseBuildOptions,
  UseSuspenseBuildResult,
} from "./builds/build-result.ts";
export type { BuildStop, BuildWatch, BuildWatchOptions } from "./builds/build-watch.ts";
export { useBuild, useSuspenseBuild } from "./builds/use-build.ts";
export { useBuilds } from "./builds/use-builds.ts";
export type { RejectionCode } from "./components/accept-files.ts";
export { BuildProgress, type BuildProgressProps } from "./components/build-progress.tsx";
export type { ProgressStage, ProgressState } from "./components/build-progress-of.ts";
export { CitedAnswer, type CitedAnswerProps } from "./components/cited-answer.tsx";
export { PageWithBoxes, type PageWithBoxesProps } from "./components/page-with-boxes.tsx";
export {
  type DropzoneState,
  UploadDropzone,
  type UploadDropzoneProps,
} from "./components/upload-dropzone.tsx";
export {
  type ConversationRename,
  deleteConversationOptions,
  renameConversationOptions,
  useConversation,
  useConversations,
  useDeleteConversation,
  useRenameConversation,
  useSuspenseConversation,
  useSuspenseConversations,
} from "./conversations/conversation-hooks.ts";
export { conversationOptions, conversationsOptions } from "./conversations/conversation-options.ts";
export { type ElementsFilter, elementsOptions } from "./elements/elements-options.ts";
export { pageScreenshotOptions } from "./elements/page-screenshot-options.ts";
export {
  type UseElementsOptions,
  type UseElementsResult,
  type UseSuspenseElementsResult,
  useElements,
  useSuspenseElements,
} from "./elements/use-elements.ts";
export {
  type PageScreenshotOptions,
  type UsePageScreenshotResult,
  type UseSuspensePageScreenshotResult,
  usePageScreenshot,
  useSuspensePageScreenshot,
} from "./elements/use-page-screenshot.ts";
export { pageScreenshotUrl, usePageScreenshotUrl } from "./elements/use-page-screenshot-url.ts";
export {
  type ExtractOutput,
  type ExtractVariables,
  extractOptions,
  type UseExtractOptions,
  useExtract,
} from "./extraction/use-extract.ts";
export { FileIdsPendingError, isFileIdsPendingError } from "./file-ids-pending-error.ts";
export {
  createFlowOptions,
  deleteFlowOptions,
  deployFlowOptions,
  type FlowChangeRequest,
  replaceFlowOptions,
  rollbackFlowOptions,
  simulateFlowOptions,
  undeployFlowOptions,
  useCreateFlow,
  useDeleteFlow,
  useDeployFlow,
  useReplaceFlow,
  useRollbackFlow,
  useSimulateFlow,
  useUndeployFlow,
} from "./flows/flow-changes.ts";
export {
  useDatasets,
  useEntityGraph,
  useExplainFlow,
  useFlow,
  useFlowDiff,
  useFlowNodes,
  useFlowRun,
  useFlowRuns,
  useFlows,
  useFlowTests,
  useGraphRag,
  useNodeResults,
  usePrompts,
  useRevision,
  useRevisions,
  useRunCases,
  useSmartRag,
  useSuspenseDatasets,
  useSuspenseEntityGraph,
  useSuspenseExplainFlow,
  useSuspenseFlow,
  useSuspenseFlowDiff,
  useSuspenseFlowNodes,
  useSuspenseFlowRun,
  useSuspenseFlowRuns,
  useSuspenseFlows,
  useSuspenseFlowTests,
  useSuspenseGraphRag,
  useSuspenseNodeResults,
  useSuspensePrompts,
  useSuspenseRevision,
  useSuspenseRevisions,
  useSuspenseRunCases,
  useSuspenseSmartRag,
} from "./flows/flow-hooks.ts";
export {
  entityGraphOptions,
  explainFlowOptions,
  flowDiffOptions,
  flowOptions,
  flowRunOptions,
  flowRunsOptions,
  flowTestsOptions,
  promptsOptions,
  revisionOptions,
  revisionsOptions,
  runCasesOptions,
} from "./flows/flow-management-options.ts";
export { type FlowNodeOf, flowNodesOptions } from "./flows/flow-nodes-options.ts";
export {
  datasetsOptions,
  flowsOptions,
  graphRagOptions,
  nodeResultsOptions,
  smartRagOptions,
} from "./flows/flow-options.ts";
export {
  type ChunkingChange,
  type DatasetChange,
  type NodeChange,
  simulateNodeOptions,
  updateChunkingOptions,
  updateDatasetOptions,
  updateNodeOptions,
  useSimulateNode,
  useUpdateChunking,
  useUpdateDataset,
  useUpdateNode,
} from "./flows/node-changes.ts";
export {
  createPromptOptions,
  deletePromptOptions,
  type PromptChange,
  replacePromptOptions,
  useCreatePrompt,
  useDeletePrompt,
  useReplacePrompt,
} from "./flows/prompt-changes.ts";
export {
  type RunReplay,
  replayRunOptions,
  resumeRunOptions,
  runFlowOptions,
  stopRunOptions,
  useReplayRun,
  useResumeRun,
  useRunFlow,
  useStopRun,
} from "./flows/run-changes.ts";
export type { RunWatch, WatchedRunOptions } from "./flows/run-watch.ts";
export { type Documents, withBaseUrl } from "./provider/documents.ts";
export { DocumentsProvider, type DocumentsProviderProps } from "./provider/documents-provider.tsx";
export { useDocuments } from "./provider/use-documents.ts";
export type { MutationHookOptions } from "./query/mutation-hook-options.ts";
export type {
  InfiniteHookOptions,
  QueryHook,
  QueryHookOptions,
  SuspenseHook,
  SuspenseHookOptions,
} from "./query/query-hook-options.ts";
export {
  documentsKeys,
  type FlowVersions,
  type ListPage,
  type Retrieval,
  type WhichCases,
} from "./query-keys.ts";
export { readinessOptions } from "./readiness/readiness-options.ts";
export { useReadiness, useSuspenseReadiness } from "./readiness/use-readiness.ts";
export { reasonOf } from "./reason-of.ts";
export { retrieveOptions } from "./retrieval/retrieve-options.ts";
export { useRetrieve, useSuspenseRetrieve } from "./retrieval/use-retrieve.ts";
export {
  ingestGithubOptions,
  ingestUrlOptions,
  ingestYoutubeOptions,
  useIngestGithub,
  useIngestUrl,
  useIngestYoutube,
} from "./sources/ingest-addresses.ts";
export type { IngestFilesOptions } from "./sources/ingest-files-options.ts";
export type { KnownSourcesFilter, SourcesFilter } from "./sources/sources-filter.ts";
export { sourcesOptions } from "./sources/sources-options.ts";
export type { Upload, UploadSettings, UploadStatus } from "./sources/upload.ts";
export { deleteSourceOptions, useDeleteSource } from "./sources/use-delete-source.ts";
export { type IngestFile, type UseIngestFileOptions, useIngestFile } from "./sources/use-ingest-file.ts";
export { type UseIngestFilesOptions, useIngestFiles } from "./sources/use-ingest-files.ts";
export { type ReprocessRequest, reprocessOptions, useReprocess } from "./sources/use-reprocess.ts";
export { sourceContentUrl, useSourceContentUrl } from "./sources/use-source-content-url.ts";
export { useSources, useSuspenseSources } from "./sources/use-sources.ts";
export { type SourceTags, tagSourceOptions, useTagSource } from "./sources/use-tag-source.ts";
export type { AddedUploads, IngestFiles } from "./sources/use-uploads.ts";
export type { Crawl, WebAddress } from "./sources/web-address.ts";
