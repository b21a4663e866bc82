import type { OperationId } from "@headwater/spec";
import { resumeAnswer, stopAnswer } from "./answers.ts";
import { ask } from "./ask.ts";
import {
  deleteConversation,
  listConversations,
  readConversation,
  renameConversation,
} from "./conversations.ts";
import { changeDataset, changeFlow, listFlows, probe, useFlow } from "./flows.ts";
import { followBuild } from "./follow-build.ts";
import { ingest, ingestSource } from "./ingest.ts";
import { listFiles, listFilesByBody } from "./list-files.ts";
import { deleteFile, elementsByBody, elementsOfFile, readFile, reprocess } from "./named-file.ts";
import { neverAllowed } from "./never-allowed.ts";
import type { ScopeRule } from "./scoped-request.ts";
import { extract, retrieve } from "./search.ts";

/** What each operation does for a scoped caller. An operation of the contract that is missing here does not compile. */
export const scopeRules = {
  getBuild: followBuild,
  ingestFile: ingest,
  ingestUrl: ingest,
  ingestGithub: ingest,
  ingestYoutube: ingest,
  uploadSource: ingestSource,
  uploadUrlSource: ingestSource,
  uploadGithubSource: ingestSource,
  uploadYoutubeSource: ingestSource,
  reprocess,
  processSource: reprocess,
  listSources: listFiles,
  listSourcesByBody: listFilesByBody,
  getElements: elementsOfFile,
  listElements: elementsByBody,
  deleteSource: deleteFile,
  getPageScreenshot: readFile,
  getSourceContent: readFile,
  askSources: ask,
  resumeAnswer,
  stopAnswer,
  listConversations,
  getConversation: readConversation,
  renameConversation,
  deleteConversation,
  prebuiltRag: retrieve,
  runExtraction: extract,
  listTokens: neverAllowed,
  createToken: neverAllowed,
  deleteToken: neverAllowed,
  getHealth: probe,
  getReadiness: probe,
  listFlows,
  runFlow: useFlow,
  simulateFlow: useFlow,
  getNodeResults: useFlow,
  simulateNode: useFlow,
  listDatasets: useFlow,
  listChunking: useFlow,
  listRetrieval: useFlow,
  listReranking: useFlow,
  listSmartRag: useFlow,
  listGraphRag: useFlow,
  listRaptorRag: useFlow,
  listLlm: useFlow,
  updateDataset: changeDataset,
  updateChunking: changeFlow,
  updateRetrieval: changeFlow,
  updateReranking: changeFlow,
  updateSmartRag: changeFlow,
  updateGraphRag: changeFlow,
  updateRaptorRag: changeFlow,
  updateLlm: changeFlow,
  deployFlow: changeFlow,
} as const satisfies Record<OperationId, ScopeRule>;
