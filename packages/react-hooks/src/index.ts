export type {
  AnswerMessage,
  AskMessage,
  AskSettings,
  Conversation,
  QuestionMessage,
} from "./answering/ask-message.ts";
export type { AskStatus } from "./answering/conversation-state.ts";
export type { ConversationStorage } from "./answering/conversation-storage.ts";
export {
  type LocalConversationStorageOptions,
  localConversationStorage,
} from "./answering/local-conversation-storage.ts";
export { type UseAskOptions, type UseAskResult, useAsk } from "./answering/use-ask.ts";
export { buildOptions } from "./builds/build-options.ts";
export type { UseBuildOptions, UseBuildResult } from "./builds/build-result.ts";
export type { BuildStop, BuildWatch, BuildWatchOptions } from "./builds/build-watch.ts";
export { useBuild } from "./builds/use-build.ts";
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
export { useConversation } from "./conversations/use-conversation.ts";
export { useConversations } from "./conversations/use-conversations.ts";
export { useDeleteConversation } from "./conversations/use-delete-conversation.ts";
export { type ConversationRename, useRenameConversation } from "./conversations/use-rename-conversation.ts";
export { type ElementsFilter, elementsOptions } from "./elements/elements-options.ts";
export { pageScreenshotOptions } from "./elements/page-screenshot-options.ts";
export { type UseElementsResult, useElements } from "./elements/use-elements.ts";
export {
  type PageScreenshotOptions,
  type UsePageScreenshotResult,
  usePageScreenshot,
} from "./elements/use-page-screenshot.ts";
export {
  type ExtractOutput,
  type ExtractVariables,
  type UseExtractOptions,
  useExtract,
} from "./extraction/use-extract.ts";
export {
  entityGraphOptions,
  explainFlowOptions,
  flowDiffOptions,
  flowOptions,
  flowRunOptions,
  flowRunsOptions,
  promptsOptions,
  revisionOptions,
  revisionsOptions,
} from "./flows/flow-management-options.ts";
export { type FlowNodeOf, flowNodesOptions } from "./flows/flow-nodes-options.ts";
export {
  datasetsOptions,
  flowsOptions,
  graphRagOptions,
  nodeResultsOptions,
  smartRagOptions,
} from "./flows/flow-options.ts";
export { useCreateFlow } from "./flows/use-create-flow.ts";
export { useCreatePrompt } from "./flows/use-create-prompt.ts";
export { useDatasets } from "./flows/use-datasets.ts";
export { useDeleteFlow } from "./flows/use-delete-flow.ts";
export { useDeletePrompt } from "./flows/use-delete-prompt.ts";
export { useDeployFlow } from "./flows/use-deploy-flow.ts";
export { useEntityGraph } from "./flows/use-entity-graph.ts";
export { useExplainFlow } from "./flows/use-explain-flow.ts";
export { useFlow } from "./flows/use-flow.ts";
export { useFlowDiff } from "./flows/use-flow-diff.ts";
export { useFlowNodes } from "./flows/use-flow-nodes.ts";
export { useFlowRun } from "./flows/use-flow-run.ts";
export { useFlowRuns } from "./flows/use-flow-runs.ts";
export { useFlows } from "./flows/use-flows.ts";
export { useGraphRag } from "./flows/use-graph-rag.ts";
export { useNodeResults } from "./flows/use-node-results.ts";
export { usePrompts } from "./flows/use-prompts.ts";
export { type FlowChangeRequest, useReplaceFlow } from "./flows/use-replace-flow.ts";
export { type PromptChange, useReplacePrompt } from "./flows/use-replace-prompt.ts";
export { type RunReplay, useReplayRun } from "./flows/use-replay-run.ts";
export { useRevision } from "./flows/use-revision.ts";
export { useRevisions } from "./flows/use-revisions.ts";
export { useRollbackFlow } from "./flows/use-rollback-flow.ts";
export { useRunFlow } from "./flows/use-run-flow.ts";
export { useSimulateFlow } from "./flows/use-simulate-flow.ts";
export { useSimulateNode } from "./flows/use-simulate-node.ts";
export { useSmartRag } from "./flows/use-smart-rag.ts";
export { useStopRun } from "./flows/use-stop-run.ts";
export { useUndeployFlow } from "./flows/use-undeploy-flow.ts";
export { type ChunkingChange, useUpdateChunking } from "./flows/use-update-chunking.ts";
export { type DatasetChange, useUpdateDataset } from "./flows/use-update-dataset.ts";
export { type NodeChange, useUpdateNode } from "./flows/use-update-node.ts";
export { type Documents, withBaseUrl } from "./provider/documents.ts";
export { DocumentsProvider, type DocumentsProviderProps } from "./provider/documents-provider.tsx";
export { useDocuments } from "./provider/use-documents.ts";
export {
  documentsKeys,
  type FlowVersions,
  type ListPage,
  type Retrieval,
  type SourcesFilter,
} from "./query-keys.ts";
export { readinessOptions } from "./readiness/readiness-options.ts";
export { useReadiness } from "./readiness/use-readiness.ts";
export { reasonOf } from "./reason-of.ts";
export { retrieveOptions } from "./retrieval/retrieve-options.ts";
export { useRetrieve } from "./retrieval/use-retrieve.ts";
export { sourcesOptions } from "./sources/sources-options.ts";
export type { Upload, UploadStatus } from "./sources/upload.ts";
export { useDeleteSource } from "./sources/use-delete-source.ts";
export { type IngestFile, useIngestFile } from "./sources/use-ingest-file.ts";
export { type IngestFiles, type IngestFilesOptions, useIngestFiles } from "./sources/use-ingest-files.ts";
export { useIngestGithub } from "./sources/use-ingest-github.ts";
export { useIngestUrl } from "./sources/use-ingest-url.ts";
export { useIngestYoutube } from "./sources/use-ingest-youtube.ts";
export { type ReprocessRequest, useReprocess } from "./sources/use-reprocess.ts";
export { sourceContentUrl, useSourceContentUrl } from "./sources/use-source-content-url.ts";
export { useSources } from "./sources/use-sources.ts";
export type { Crawl, WebAddress } from "./sources/web-address.ts";
