import type { ProjectId } from "../kernel/ids.ts";

export type Turn = {
  question: string;
  /** The question as it was searched for. A follow-up is completed from the turns before it. */
  resolvedQuestion: string;
  answer: string;
  /** Files that the answer came from. The turn is removed when one of these files is removed. */
  fileIds: string[];
  askedAt: Date;
};

/** Port: conversations of a project. An id of another project is unknown. */
export type ConversationStore = {
  /** The latest turns, oldest first; null when the project has no such conversation. */
  turns(projectId: ProjectId, conversationId: string, latest: number): Promise<Turn[] | null>;
  /** Appends a turn, creating the conversation when it is new. */
  append(projectId: ProjectId, conversationId: string, turn: Turn): Promise<void>;
};
