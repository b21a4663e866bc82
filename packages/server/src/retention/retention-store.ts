import type { ProjectId } from "../kernel/ids.ts";

/** After how many days things of a project are removed; null for never. */
export type Retention = {
  /** Conversations, from their latest question on. */
  conversationDays: number | null;
  /** Runs of flows, and what the nodes of drafts gave. */
  runDays: number | null;
  /** Uploaded originals. */
  originalDays: number | null;
};

export type RetentionChange = { [Name in keyof Retention]?: Retention[Name] | undefined };

/** Port: how long projects keep things. A project without a row keeps them for ever. */
export type RetentionStore = {
  of(projectId: ProjectId): Promise<Retention>;
  /** What is absent stays. Answers what holds now. */
  change(projectId: ProjectId, change: RetentionChange): Promise<Retention>;
  /** The projects that remove anything. */
  list(): Promise<({ projectId: ProjectId } & Retention)[]>;
};
