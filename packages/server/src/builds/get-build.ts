import type { Element } from "../elements/element.ts";
import type { ElementStore } from "../elements/element-store.ts";
import { listActive } from "../elements/list-elements.ts";
import { type BuildId, isId, type ProjectId } from "../kernel/ids.ts";
import type { Page } from "../kernel/page.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { Build } from "./build.ts";
import type { BuildStore } from "./build-store.ts";

export type BuildReport = {
  build: Build;
  /** Null unless the build completed and elements were asked for. */
  elements: { items: Element[]; total: number; page: Page | null } | null;
};

export type GetBuildRequest = {
  projectId: ProjectId;
  buildId: BuildId;
  withElements: boolean;
  withImages: boolean;
  page: Page | null;
  /** How long to hold the answer while the build runs; 0: not at all. */
  waitMs: number;
  signal: AbortSignal;
};

export type GetBuild = (request: GetBuildRequest) => Promise<BuildReport | null>;

const isOpen = (build: Build): boolean => build.status === "Pending" || build.status === "Processing";

/** What is known of a build; null when the project has none of that id. */
export function createGetBuild(deps: {
  builds: BuildStore;
  elements: ElementStore;
  events: BuildEvents;
}): GetBuild {
  const find = (projectId: ProjectId, buildId: BuildId) =>
    isId(buildId) ? deps.builds.find(projectId, buildId) : Promise.resolve(null);

  return async ({ projectId, buildId, withElements, withImages, page, waitMs, signal }) => {
    let build = await find(projectId, buildId);
    if (build && isOpen(build) && waitMs > 0) {
      const stop = new AbortController();
      const ended = deps.events.wait(buildId, waitMs, AbortSignal.any([signal, stop.signal]));
      // It may have ended between the first look and the wait: look again before waiting.
      const again = await find(projectId, buildId);
      if (again === null || !isOpen(again)) stop.abort();
      await ended;
      build = await find(projectId, buildId);
    }
    if (!build) return null;
    if (!withElements || build.status !== "Completed") return { build, elements: null };
    const { items, total } = await listActive(
      deps.elements,
      build.fileId,
      { withoutImages: !withImages },
      page,
    );
    return { build, elements: { items, total, page } };
  };
}
