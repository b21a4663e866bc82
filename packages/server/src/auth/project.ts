import type { ProjectId } from "../kernel/ids.ts";
import type { TokenRecord } from "./token-store.ts";

export type Project = { projectId: ProjectId; name: string; createdAt: Date };

/** How much a project holds. */
export type ProjectContents = {
  documents: number;
  conversations: number;
  flows: number;
  prompts: number;
  tokens: number;
};

/** Port: projects. Names are unique. */
export type ProjectStore = {
  /** Records a project with its first token in one transaction. Throws a 400 ServiceError when the name is taken. */
  create(project: Project, firstToken: TokenRecord): Promise<void>;
  list(): Promise<Project[]>;
  find(projectId: ProjectId): Promise<Project | null>;
  findByName(name: string): Promise<Project | null>;
  /** False when there is no such project. Throws a 400 ServiceError when another has the name. The next start writes it beside the stored files. */
  rename(projectId: ProjectId, name: string): Promise<boolean>;
  contents(projectId: ProjectId): Promise<ProjectContents>;
  /**
   * Removes a project that has no sources and flows any more, with all else that it holds. False when it is gone. Cut short, it can be called
   * again. Its search index in the memory of a running service stays: remove it while none runs.
   */
  remove(projectId: ProjectId): Promise<boolean>;
};
