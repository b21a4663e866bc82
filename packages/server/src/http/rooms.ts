import type { Ask } from "../answering/ask.ts";
import type { ManageTokens } from "../auth/manage-tokens.ts";
import type { GetBuild } from "../builds/get-build.ts";
import type { ScheduleBuild } from "../builds/schedule-build.ts";
import type { ListElements } from "../elements/list-elements.ts";
import type { PageScreenshot } from "../elements/page-screenshot.ts";
import type { Extract } from "../extraction/extract.ts";
import type { RetrieveWithMoments } from "../retrieval/retrieve-with-moments.ts";
import type { AddFile } from "../sources/add-file.ts";
import type { AddWebSource } from "../sources/add-web-source.ts";
import type { DeleteSource } from "../sources/delete-source.ts";
import type { ReadContent } from "../sources/read-content.ts";
import type { ResolveFiles } from "../sources/resolve-files.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { Readiness } from "./readiness.ts";

/** The functions of the rooms that the routes of the sources surface call. */
export type Rooms = {
  addFile: AddFile;
  addWebSource: AddWebSource;
  listSources: SourceStore["list"];
  browseSources: SourceStore["browse"];
  findSourcesByName: SourceStore["findByName"];
  deleteSource: DeleteSource;
  readContent: ReadContent;
  resolveFiles: ResolveFiles;
  scheduleBuild: ScheduleBuild;
  getBuild: GetBuild;
  listElements: ListElements;
  pageScreenshot: PageScreenshot;
  retrieve: RetrieveWithMoments;
  ask: Ask;
  extract: Extract;
  manageTokens: ManageTokens;
  readiness: Readiness;
};
