import type { UsageLimitName } from "@headwater/spec";
import { usageLimitNames } from "@headwater/spec";
import type { Clock } from "../kernel/clock.ts";
import type { ProjectId } from "../kernel/ids.ts";
import { type Day, dayOf, daysBefore, nextDay } from "./day.ts";
import type { Count, UsageStore } from "./usage-store.ts";

type Called = { calls: number; tokensIn: number; tokensOut: number; modelMs: number };
export type ModelUse = { purpose: string; model: string } & Called;
export type UsedDay = { day: Day; questions: number; pages: number; models: ModelUse[] };

export type ReadUsage = {
  limits: { name: UsageLimitName; used: number; limit: number | null }[];
  /** When the limits of a day begin again. */
  resetsAt: Date;
  /** Days on which something was counted, the newest first. */
  days: UsedDay[];
};

/** What a project keeps and has used in so many days, today among them. */
export async function readUsage(
  { usage, clock }: { usage: Pick<UsageStore, "limits" | "since" | "kept">; clock: Clock },
  projectId: ProjectId,
  days: number,
): Promise<ReadUsage> {
  const now = clock.now();
  const limits = await usage.limits(projectId);
  const kept = await usage.kept(projectId);
  const used = usedDays(await usage.since(projectId, daysBefore(now, days - 1)));
  const today = used.find(({ day }) => day === dayOf(now));
  const amounts: Record<UsageLimitName, number> = {
    bytes: kept.bytes,
    sources: kept.sources,
    pages_per_day: today?.pages ?? 0,
    questions_per_day: today?.questions ?? 0,
    tokens_per_day: (today?.models ?? []).reduce(
      (sum, { tokensIn, tokensOut }) => sum + tokensIn + tokensOut,
      0,
    ),
    concurrent_builds: kept.runningBuilds,
  };
  return {
    limits: usageLimitNames.map((name) => ({ name, used: amounts[name], limit: limits[name] ?? null })),
    resetsAt: nextDay(now),
    days: used,
  };
}

function usedDays(counts: Count[]): UsedDay[] {
  const days = new Map<Day, UsedDay>();
  for (const { day, what, purpose, model, amount } of counts) {
    const used = days.get(day) ?? { day, questions: 0, pages: 0, models: [] };
    days.set(day, used);
    if (what === "questions" || what === "pages") {
      // What was refused may have been taken back on the day after.
      used[what] = Math.max(0, used[what] + amount);
      continue;
    }
    let called = used.models.find((each) => each.purpose === purpose && each.model === model);
    if (!called) {
      called = { purpose, model, calls: 0, tokensIn: 0, tokensOut: 0, modelMs: 0 };
      used.models.push(called);
    }
    called[fieldOf[what]] += amount;
  }
  return [...days.values()];
}

const fieldOf = {
  calls: "calls",
  tokens_in: "tokensIn",
  tokens_out: "tokensOut",
  model_ms: "modelMs",
} as const satisfies Record<string, keyof Called>;
