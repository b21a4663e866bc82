import type { Project, ProjectStore } from "../auth/project.ts";
import { newToken } from "../auth/token.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Sidecar } from "../ports/sidecar-store.ts";
import type { BuildStore } from "./build-store.ts";
import { laneOf } from "./lane.ts";

/** A project that was made again, with the one token that opens it. */
export type RecoveredProject = Project & { secret: string; sources: number };

/** The projects of the contents, oldest first. The start of the id distinguishes two projects of one name. */
export function projectsOf(contents: readonly Sidecar[]): (Project & { sources: number })[] {
  const projects = new Map<string, Project & { sources: number }>();
  for (const { project, sources } of contents) {
    const known = projects.get(project.projectId) ?? { ...project, sources: 0 };
    projects.set(project.projectId, { ...known, sources: known.sources + sources.length });
  }
  const names = new Set<string>();
  const byAge = [...projects.values()].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.projectId < b.projectId ? -1 : 1),
  );
  return byAge.map((project) => {
    const name = names.has(project.name) ? `${project.name} (${project.projectId})` : project.name;
    names.add(name);
    return { ...project, name };
  });
}

/** Records projects and sources in an empty database, each source with a build that reads it again by its method. */
export async function recoverSources(
  deps: { projects: ProjectStore; builds: BuildStore; clock: Clock },
  contents: readonly Sidecar[],
): Promise<RecoveredProject[]> {
  const recovered: RecoveredProject[] = [];
  for (const project of projectsOf(contents)) {
    const token = newToken({ projectId: project.projectId, name: "made by recover" }, deps.clock);
    await deps.projects.create(project, token.record);
    recovered.push({ ...project, secret: token.secret });
  }
  const sources = contents.flatMap(({ project, contentHash, size, sources }) =>
    sources.map(({ method, ...source }) => ({
      method,
      source: { ...source, projectId: project.projectId, contentHash, fileSize: size },
    })),
  );
  sources.sort(
    (a, b) =>
      a.source.createdAt.getTime() - b.source.createdAt.getTime() ||
      (a.source.fileId < b.source.fileId ? -1 : 1),
  );
  for (const { source, method } of sources) {
    const { projectId, fileId } = source;
    const lane = laneOf({ ...source, bytes: source.fileSize, pages: null });
    await deps.builds.addWithSource(source, {
      buildId: newId(),
      projectId,
      fileId,
      method,
      lane,
      task: "first",
    });
  }
  return recovered;
}
