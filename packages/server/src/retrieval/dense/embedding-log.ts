import type { ProjectId } from "../../kernel/ids.ts";

/** Port: what the person who runs the service should know about vectors. */
export type EmbeddingLog = {
  /** Chunks could not be embedded; it is tried again after a pause. Called when this begins, not at each try. */
  failed(projectId: ProjectId | null, error: unknown): void;
  /** It works again. */
  recovered(projectId: ProjectId): void;
  /** Questions are answered from the vectors of this model from now on. */
  whole(projectId: ProjectId, model: string): void;
  /** A question was answered by words alone, or in the order without the reranker. */
  fellBack(what: "embedding" | "reranking", error: unknown): void;
};
