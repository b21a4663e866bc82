import type { UsageLimitName } from "@headwater/spec";
import type { ProjectId } from "../kernel/ids.ts";
import type { Day } from "./day.ts";
import type { ProjectLimits } from "./limit.ts";

/** What is counted: the first two of a project, the others of the models that it called. */
export type Counted = "questions" | "pages" | "calls" | "tokens_in" | "tokens_out" | "model_ms";

/** So much more, or with a negative amount less, of something on a day. */
export type Count = {
  projectId: ProjectId;
  day: Day;
  what: Counted;
  /** What a model was called for, and its name; empty for what is not a model's. */
  purpose: string;
  model: string;
  amount: number;
};

/** What a project keeps and does at the moment. */
export type Kept = { bytes: number; sources: number; runningBuilds: number };

/** Port: limits of projects, and what they used on each day. */
export type UsageStore = {
  limits(projectId: ProjectId): Promise<ProjectLimits>;
  /** Null removes a limit. What is absent stays. */
  setLimits(
    projectId: ProjectId,
    changes: { [Name in UsageLimitName]?: number | null | undefined },
  ): Promise<void>;
  /** Adds to what was counted before, also by other processes. A power cut may take the last counts. */
  add(counts: Count[]): Promise<void>;
  /** Counts of this day and later ones, the newest first; each thing once a day. */
  since(projectId: ProjectId, day: Day): Promise<Count[]>;
  kept(projectId: ProjectId): Promise<Kept>;
  /** Removes the counts of earlier days. */
  expire(before: Day): Promise<void>;
};
