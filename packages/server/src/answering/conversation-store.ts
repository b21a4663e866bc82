import type { ProjectId } from "../kernel/ids.ts";
import type { Page, Paged } from "../kernel/page.ts";
import type { Answer, Citation } from "./answer.ts";

export type Turn = {
  question: string;
  /** The question as it was searched for. A follow-up is completed from the turns before it. */
  resolvedQuestion: string;
  answer: string;
  /** Without images. Absent for turns older than stored citations. */
  citations?: Citation[];
  /** Files that the answer came from. The turn is removed when one of these files is removed. */
  fileIds: string[];
  askedAt: Date;
};

/** A conversation without its turns. */
export type ConversationOverview = {
  conversationId: string;
  /** The title it was given, else its first question. Null when it has neither. */
  title: string | null;
  turnCount: number;
  createdAt: Date;
  /** When its latest question was asked. */
  updatedAt: Date;
};

/** An answer that is repeated when its request comes again under the same key. Its citations have no images. */
export type KeptAnswer = {
  /** Chosen by the caller; unique within a project. */
  key: string;
  /** Stands for the request that was answered. */
  fingerprint: string;
  answer: Answer;
  keptAt: Date;
};

/** Port: conversations of a project. An id of another project is unknown. */
export type ConversationStore = {
  /** The latest turns, oldest first; null when the project has no such conversation. */
  turns(projectId: ProjectId, conversationId: string, latest: number): Promise<Turn[] | null>;
  /**
   * Appends a turn and keeps its answer, both or neither. A new conversation is created, unless the turn `continues` one
   * that was deleted meanwhile: then nothing is stored. Nor is it when a file that the answer came from is gone.
   */
  append(
    projectId: ProjectId,
    conversationId: string,
    turn: Turn,
    options?: { continues?: boolean; keep?: KeptAnswer | undefined },
  ): Promise<void>;
  /** Removed with the turn it belongs to. Of two answers under one key, the later one counts. */
  keptAnswer(projectId: ProjectId, key: string): Promise<KeptAnswer | null>;
  /** The conversation with the latest question first. Without a page, all. */
  list(projectId: ProjectId, page: Page | null): Promise<Paged<ConversationOverview>>;
  find(
    projectId: ProjectId,
    conversationId: string,
  ): Promise<(ConversationOverview & { turns: Turn[] }) | null>;
  /** Null when the project has no such conversation. */
  rename(projectId: ProjectId, conversationId: string, title: string): Promise<ConversationOverview | null>;
  /** Removes a conversation with its turns and kept answers. False when the project has no such conversation. */
  remove(projectId: ProjectId, conversationId: string): Promise<boolean>;
  /**
   * Removes some of the conversations whose latest question is older, of a project or of all. Returns their ids: none when
   * no such conversation is left.
   */
  removeOld(before: Date, projectId?: ProjectId): Promise<string[]>;
  /** Removes the kept answers that are older, in all projects. Their turns stay. */
  forgetKeptBefore(before: Date): Promise<void>;
};
