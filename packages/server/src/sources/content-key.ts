import type { ProjectId } from "../kernel/ids.ts";

/** Names the bytes of a project in one text, to lock them by. */
export const contentKey = (projectId: ProjectId, contentHash: string): string =>
  `${projectId}/${contentHash}`;
