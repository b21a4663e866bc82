import type { Method } from "@headwater/spec";
import type { ElementStore } from "../elements/element-store.ts";
import { type BuildId, type FileId, newId, type ProjectId } from "../kernel/ids.ts";
import type { RecordSource } from "../sources/add-file.ts";
import { sourceNodeNotFound } from "../sources/errors.ts";
import type { Source } from "../sources/source.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { BuildStore } from "./build-store.ts";
import { laneOf } from "./lane.ts";

export type ScheduleBuild = {
  /** A source with its first build, in one transaction. */
  recordSource: RecordSource;
  /** Throws 404 when the project has no such source. */
  reprocess(projectId: ProjectId, fileId: FileId, method: Method): Promise<BuildId>;
};

/** Builds are recorded before anyone is answered; `wake` tells an idle worker that there is one. */
export function createScheduleBuild(deps: {
  builds: BuildStore;
  sources: SourceStore;
  elements: ElementStore;
  /** Notes beside the stored bytes how the source is to be read. */
  noteMethod: (source: Source, method: Method) => Promise<void>;
  wake: () => void;
}): ScheduleBuild {
  return {
    async recordSource(source, method) {
      const buildId = newId();
      const { projectId, fileId } = source;
      const lane = laneOf({ ...source, bytes: source.fileSize, pages: null });
      await deps.builds.addWithSource(source, { buildId, projectId, fileId, method, lane });
      deps.wake();
      return buildId;
    },
    async reprocess(projectId, fileId, method) {
      const source = await deps.sources.find(projectId, fileId);
      if (!source) throw sourceNodeNotFound();
      await deps.noteMethod(source, method);
      const buildId = newId();
      const known = await deps.elements.active(fileId);
      const lane = laneOf({
        bytes: source.fileSize,
        pages: known?.totalPages ?? null,
        fileSource: source.fileSource,
        fileType: source.fileType,
      });
      const added = await deps.builds.add({ buildId, projectId, fileId, method, lane });
      if (!added) throw sourceNodeNotFound();
      deps.wake();
      return buildId;
    },
  };
}
