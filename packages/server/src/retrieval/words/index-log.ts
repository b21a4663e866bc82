import type { ProjectId } from "../../kernel/ids.ts";

/** What an operator should know of the words' index. */
export type IndexLog = {
  /** Documents are being indexed beside the service: `done` of `total` so far. */
  indexing(done: number, total: number): void;
  /** All of them are indexed. */
  indexed(total: number): void;
  /** It could not go on, and is tried again later. */
  failed(error: unknown): void;
  warned(projectId: ProjectId | null, text: string): void;
};
