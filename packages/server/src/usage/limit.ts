import type { UsageLimitName } from "@headwater/spec";

/** What an operator allows a project. What is absent is not limited. */
export type ProjectLimits = Partial<Record<UsageLimitName, number>>;

/** Limits of what is used in a day of UTC, and counted. */
export const dailyLimits = [
  "pages_per_day",
  "questions_per_day",
  "tokens_per_day",
] as const satisfies UsageLimitName[];
export type DailyLimit = (typeof dailyLimits)[number];

/** Limits of what is kept. */
export type StorageLimit = "bytes" | "sources";

/** The highest value of a limit: beyond, numbers are not exact. */
export const maxLimit = Number.MAX_SAFE_INTEGER;
