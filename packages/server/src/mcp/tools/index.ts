import type { Tool } from "../tool.ts";
import { askSources } from "./ask-sources.ts";
import { buildStatus } from "./build-status.ts";
import { extractFields } from "./extract-fields.ts";
import { getElements } from "./get-elements.ts";
import { createIngestSource, type OpenFile } from "./ingest-source.ts";
import { listSources } from "./list-sources.ts";
import { manageSources } from "./manage-sources.ts";
import { researchTools } from "./research.ts";
import { searchSources } from "./search-sources.ts";
import { showPage } from "./show-page.ts";

/** The tools for the sources of a project. Those for its flows are listed by `listFlowTools`. */
export const createSourceTools = (openFile?: OpenFile): Tool[] => [
  searchSources,
  askSources,
  extractFields,
  listSources,
  getElements,
  showPage,
  createIngestSource(openFile),
  buildStatus,
  ...manageSources,
  ...researchTools,
];
