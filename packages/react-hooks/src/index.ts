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
export { conversationOptions, conversationsOptions } from "./conversations/conversation-options.ts";
export { useConversation, useSuspenseConversation } from "./conversations/use-conversation.ts";
export { useConversations, useSuspenseConversations } from "./conversations/use-conversations.ts";
export { deleteConversationOptions, useDeleteConversation } from "./conversations/use-delete-conversation.ts";
export {
  type ConversationRename,
  renameConversationOptions,
  useRenameConversation,
} from "./conversations/use-rename-conversation.ts";
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
export type { RunWatch, WatchedRunOptions } from "./flows/run-watch.ts";
export { createFlowOptions, useCreateFlow } from "./flows/use-create-flow.ts";
export { createPromptOptions, useCreatePrompt } from "./flows/use-create-prompt.ts";
export { useDatasets, useSuspenseDatasets } from "./flows/use-datasets.ts";
export { deleteFlowOptions, useDeleteFlow } from "./flows/use-delete-flow.ts";
export { deletePromptOptions, useDeletePrompt } from "./flows/use-delete-prompt.ts";
export { deployFlowOptions, useDeployFlow } from "./flows/use-deploy-flow.ts";
export { useEntityGraph, useSuspenseEntityGraph } from "./flows/use-entity-graph.ts";
export { useExplainFlow, useSuspenseExplainFlow } from "./flows/use-explain-flow.ts";
export { useFlow, useSuspenseFlow } from "./flows/use-flow.ts";
export { useFlowDiff, useSuspenseFlowDiff } from "./flows/use-flow-diff.ts";
export { useFlowNodes, useSuspenseFlowNodes } from "./flows/use-flow-nodes.ts";
export { useFlowRun, useSuspenseFlowRun } from "./flows/use-flow-run.ts";
export { useFlowRuns, useSuspenseFlowRuns } from "./flows/use-flow-runs.ts";
export { useFlowTests, useSuspenseFlowTests } from "./flows/use-flow-tests.ts";
export { useFlows, useSuspenseFlows } from "./flows/use-flows.ts";
export { useGraphRag, useSuspenseGraphRag } from "./flows/use-graph-rag.ts";
export { useNodeResults, useSuspenseNodeResults } from "./flows/use-node-results.ts";
export { usePrompts, useSuspensePrompts } from "./flows/use-prompts.ts";
export { type FlowChangeRequest, replaceFlowOptions, useReplaceFlow } from "./flows/use-replace-flow.ts";
export { type PromptChange, replacePromptOptions, useReplacePrompt } from "./flows/use-replace-prompt.ts";
export { type RunReplay, replayRunOptions, useReplayRun } from "./flows/use-replay-run.ts";
export { resumeRunOptions, useResumeRun } from "./flows/use-resume-run.ts";
export { useRevision, useSuspenseRevision } from "./flows/use-revision.ts";
export { useRevisions, useSuspenseRevisions } from "./flows/use-revisions.ts";
export { rollbackFlowOptions, useRollbackFlow } from "./flows/use-rollback-flow.ts";
export { useRunCases, useSuspenseRunCases } from "./flows/use-run-cases.ts";
export { runFlowOptions, useRunFlow } from "./flows/use-run-flow.ts";
export { simulateFlowOptions, useSimulateFlow } from "./flows/use-simulate-flow.ts";
export { simulateNodeOptions, useSimulateNode } from "./flows/use-simulate-node.ts";
export { useSmartRag, useSuspenseSmartRag } from "./flows/use-smart-rag.ts";
export { stopRunOptions, useStopRun } from "./flows/use-stop-run.ts";
export { undeployFlowOptions, useUndeployFlow } from "./flows/use-undeploy-flow.ts";
export {
  type ChunkingChange,
  updateChunkingOptions,
  useUpdateChunking,
} from "./flows/use-update-chunking.ts";
export { type DatasetChange, updateDatasetOptions, useUpdateDataset } from "./flows/use-update-dataset.ts";
export { type NodeChange, updateNodeOptions, useUpdateNode } from "./flows/use-update-node.ts";
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
export type { IngestFilesOptions } from "./sources/ingest-files-options.ts";
export type { KnownSourcesFilter, SourcesFilter } from "./sources/sources-filter.ts";
export { sourcesOptions } from "./sources/sources-options.ts";
export type { Upload, UploadSettings, UploadStatus } from "./sources/upload.ts";
export { deleteSourceOptions, useDeleteSource } from "./sources/use-delete-source.ts";
export { type IngestFile, type UseIngestFileOptions, useIngestFile } from "./sources/use-ingest-file.ts";
export { type UseIngestFilesOptions, useIngestFiles } from "./sources/use-ingest-files.ts";
export { ingestGithubOptions, useIngestGithub } from "./sources/use-ingest-github.ts";
export { ingestUrlOptions, useIngestUrl } from "./sources/use-ingest-url.ts";
export { ingestYoutubeOptions, useIngestYoutube } from "./sources/use-ingest-youtube.ts";
export { type ReprocessRequest, reprocessOptions, useReprocess } from "./sources/use-reprocess.ts";
export { sourceContentUrl, useSourceContentUrl } from "./sources/use-source-content-url.ts";
export { useSources, useSuspenseSources } from "./sources/use-sources.ts";
export { type SourceTags, tagSourceOptions, useTagSource } from "./sources/use-tag-source.ts";
export type { AddedUploads, IngestFiles } from "./sources/use-uploads.ts";
export type { Crawl, WebAddress } from "./sources/web-address.ts";
