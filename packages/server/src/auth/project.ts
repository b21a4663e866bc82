import type { ProjectId } from "../kernel/ids.ts";
import type { TokenRecord } from "./token-store.ts";

export type Project = { projectId: ProjectId; name: string; createdAt: Date };

/** Port: projects. Names are unique. */
export type ProjectStore = {
  /** Records a project with its first token in one transaction. Throws a 400 ServiceError when the name is taken. */
  create(project: Project, firstToken: TokenRecord): Promise<void>;
  list(): Promise<Project[]>;
  find(projectId: ProjectId): Promise<Project | null>;
  findByName(name: string): Promise<Project | null>;
};
