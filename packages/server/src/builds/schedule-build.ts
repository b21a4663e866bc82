import type { Method } from "@headwater/spec";
import type { ElementStore } from "../elements/element-store.ts";
import { type BuildId, type FileId, newId, type ProjectId } from "../kernel/ids.ts";
import { workContext } from "../kernel/work-context.ts";
import type { RecordSource } from "../sources/add-file.ts";
import {
  fetchedWhole,
  nothingFailed,
  nothingToReadAgain,
  sourceNodeNotFound,
  stillProcessing,
} from "../sources/errors.ts";
import type { Source } from "../sources/source.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { BuildStore, NewBuild } from "./build-store.ts";
import { type Lane, laneOf } from "./lane.ts";

export type ScheduleBuild = {
  /** A source with its first build, in one transaction. */
  recordSource: RecordSource;
  /** Throws 404 when the project has no such source, and 400 when its original was removed. */
  reprocess(projectId: ProjectId, fileId: FileId, method: Method): Promise<BuildId>;
  /**
   * Reads the failed pages of the active version again, without a method by that of the version. Throws 404 as
   * `reprocess` does, and 400 when no page failed, for a source that is fetched, and while a build of it is under way.
   */
  readFailedPages(projectId: ProjectId, fileId: FileId, method: Method | undefined): Promise<BuildId>;
};

/** Builds are recorded before the request is answered; `wake` notifies an idle worker of the lane. */
export function createScheduleBuild(deps: {
  builds: BuildStore;
  sources: SourceStore;
  elements: ElementStore;
  /** Notes beside the stored bytes how the source is to be read. */
  noteMethod: (source: Source, method: Method) => Promise<void>;
  wake: (lane: Lane) => void;
}): ScheduleBuild {
  const add = async (
    source: Source,
    build: Pick<NewBuild, "method" | "task">,
    pages: number | null,
  ): Promise<BuildId> => {
    const { projectId, fileId, fileSource, fileType } = source;
    const buildId = newId();
    const lane = laneOf({ bytes: source.fileSize, pages, fileSource, fileType });
    const { trace } = workContext() ?? {};
    const isAdded = await deps.builds.add({ buildId, projectId, fileId, lane, trace, ...build });
    if (!isAdded) throw sourceNodeNotFound();
    deps.wake(lane);
    return buildId;
  };

  return {
    async recordSource(source, { method, methodNamed, hasCompany }) {
      const buildId = newId();
      const { projectId, fileId } = source;
      const lane = laneOf({ ...source, bytes: source.fileSize, pages: null });
      const task = "first" as const;
      const { trace } = workContext() ?? {};
      const build = { buildId, projectId, fileId, method, methodNamed, lane, task, trace };
      await deps.builds.addWithSource(source, build, { hasCompany });
      deps.wake(lane);
      return buildId;
    },
    async reprocess(projectId, fileId, method) {
      const source = await deps.sources.find(projectId, fileId);
      if (!source) throw sourceNodeNotFound();
      if (source.originalRemovedAt) throw nothingToReadAgain();
      await deps.noteMethod(source, method);
      const known = await deps.elements.active(fileId);
      return add(source, { method, task: "again" }, known?.totalPages ?? null);
    },
    async readFailedPages(projectId, fileId, method) {
      const [source] = await deps.sources.list(projectId, [fileId]);
      if (!source) throw sourceNodeNotFound();
      if (source.fileSource !== "local file") throw fetchedWhole();
      if (source.originalRemovedAt) throw nothingToReadAgain();
      const state = source.latestBuild?.status;
      if (state === "Pending" || state === "Processing") throw stillProcessing();
      const active = await deps.elements.active(fileId);
      if (!active || active.failedPages.length === 0) throw nothingFailed();
      const build = { method: method ?? active.method, task: "failed pages" as const };
      return add(source, build, active.totalPages);
    },
  };
}
