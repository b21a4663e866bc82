import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Project, ProjectStore } from "./project.ts";
import { checkProjectName } from "./project-name.ts";
import { newToken } from "./token.ts";

const firstProjectName = "default";

/** A project with a token for it. The secret is returned once and never stored. */
export async function createProjectWithToken(
  name: string,
  { projects, clock, secret }: { projects: ProjectStore; clock: Clock; secret?: string | undefined },
  /**
   * Called with the secret before anything is recorded. So a crash in between never leaves a project without a known
   * token.
   */
  keep: (secret: string) => Promise<void> = async () => {},
): Promise<{ project: Project; secret: string }> {
  checkProjectName(name);
  const project = { projectId: newId(), name, createdAt: clock.now() };
  const token = newToken({ projectId: project.projectId, name: "first token", secret }, clock);
  await keep(token.secret);
  await projects.create(project, token.record);
  return { project, secret: token.secret };
}

/**
 * Makes sure that a new data folder has a project. Returns the new token's secret, or null when there was a project
 * already.
 */
export async function ensureFirstProject(
  deps: { projects: ProjectStore; clock: Clock; secret: string | undefined },
  keep: (secret: string) => Promise<void>,
): Promise<string | null> {
  if ((await deps.projects.list()).length > 0) return null;
  const { secret } = await createProjectWithToken(firstProjectName, deps, keep);
  return secret;
}
