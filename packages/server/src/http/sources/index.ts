import type { SourcesOperationId } from "@headwater/spec";
import type { Route } from "../define-route.ts";
import { askSources } from "./ask-sources.ts";
import { createToken } from "./create-token.ts";
import { createWebhook } from "./create-webhook.ts";
import { deleteConversation } from "./delete-conversation.ts";
import { deleteSource } from "./delete-source.ts";
import { deleteToken } from "./delete-token.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import { getBuild } from "./get-build.ts";
import { getConversation } from "./get-conversation.ts";
import { getElements } from "./get-elements.ts";
import { getHealth } from "./get-health.ts";
import { getPageScreenshot } from "./get-page-screenshot.ts";
import { getReadiness } from "./get-readiness.ts";
import { getRetention } from "./get-retention.ts";
import { getSourceContent } from "./get-source-content.ts";
import { getUsage } from "./get-usage.ts";
import { ingestFile } from "./ingest-file.ts";
import { listConversations } from "./list-conversations.ts";
import { listElements } from "./list-elements.ts";
import { listEvents } from "./list-events.ts";
import { listSources } from "./list-sources.ts";
import { listSourcesByBody } from "./list-sources-by-body.ts";
import { listTokens } from "./list-tokens.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { prebuiltRag } from "./prebuilt-rag.ts";
import { processSource } from "./process-source.ts";
import { renameConversation } from "./rename-conversation.ts";
import { replayWebhook } from "./replay-webhook.ts";
import { reprocess } from "./reprocess.ts";
import { resumeAnswer } from "./resume-answer.ts";
import { runExtraction } from "./run-extraction.ts";
import { stopAnswer } from "./stop-answer.ts";
import { updateRetention } from "./update-retention.ts";
import { updateSource } from "./update-source.ts";
import { uploadSource } from "./upload-source.ts";
import {
  ingestGithub,
  ingestUrl,
  ingestYoutube,
  uploadGithubSource,
  uploadUrlSource,
  uploadYoutubeSource,
} from "./web-sources.ts";

/**
 * Every operation of the sources surface. If the spec has an operation that this list lacks, the code does not compile.
 */
const routes: { [Id in SourcesOperationId]: Route<Id> } = {
  getBuild,
  ingestFile,
  ingestUrl,
  uploadUrlSource,
  ingestGithub,
  ingestYoutube,
  reprocess,
  listSources,
  listSourcesByBody,
  getElements,
  deleteSource,
  updateSource,
  getPageScreenshot,
  getSourceContent,
  getRetention,
  updateRetention,
  askSources,
  resumeAnswer,
  stopAnswer,
  listConversations,
  getConversation,
  renameConversation,
  deleteConversation,
  prebuiltRag,
  runExtraction,
  uploadSource,
  uploadGithubSource,
  uploadYoutubeSource,
  processSource,
  listElements,
  listTokens,
  createToken,
  deleteToken,
  getUsage,
  listEvents,
  listWebhooks,
  createWebhook,
  deleteWebhook,
  replayWebhook,
  getHealth,
  getReadiness,
};

export const sourcesRoutes = Object.values(routes) as unknown as Route<SourcesOperationId>[];
