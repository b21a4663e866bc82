import { type OperationId, operations } from "@headwater/spec";
import type { Clock } from "../kernel/clock.ts";
import type { ProjectId } from "../kernel/ids.ts";
import { nextDay } from "./day.ts";
import { dailyLimitReached, storageLimitReached } from "./errors.ts";
import type { DailyLimit } from "./limit.ts";
import type { UsageMeter } from "./usage-meter.ts";
import type { UsageStore } from "./usage-store.ts";

export type EnforceLimits = {
  /**
   * Lets an operation in, and counts it where it is a question; call what it answers when the operation was refused after all.
   * Throws 429 when a limit of a day is reached.
   */
  enter(operationId: OperationId, projectId: ProjectId): Promise<() => void>;
  /**
   * Throws 507 for an operation that adds a source where no source fits any more, or none of this size. Uploads that come at
   * the same time are distinguished when they are recorded.
   */
  checkStorage(operationId: OperationId, projectId: ProjectId, bytes: number): Promise<void>;
};

/** The limits that may refuse an operation. Search alone needs no tokens of language models. */
function limitsOf(operationId: OperationId): DailyLimit[] {
  if (operationId === "prebuiltRag") return ["questions_per_day"];
  const { work } = operations[operationId];
  if (work === "asks") return ["questions_per_day", "tokens_per_day"];
  return work === "none" ? [] : ["pages_per_day"];
}

/** What the form of an upload may have beside the file. */
const formBytes = 64 * 1024;

export function createEnforceLimits({
  meter,
  usage,
  clock,
}: {
  meter: Pick<UsageMeter, "today" | "count">;
  usage: Pick<UsageStore, "kept">;
  clock: Clock;
}): EnforceLimits {
  return {
    async enter(operationId, projectId) {
      const names = limitsOf(operationId);
      if (names.length === 0) return () => {};
      const { limits, used } = await meter.today(projectId);
      for (const name of names) {
        const [limit, amount] = [limits[name], used(name)];
        const now = clock.now();
        if (limit !== undefined && amount >= limit)
          throw dailyLimitReached(name, { used: amount, limit }, nextDay(now).getTime() - now.getTime());
      }
      if (!names.includes("questions_per_day")) return () => {};
      meter.count(projectId, "questions", 1);
      let isCounted = true;
      return () => {
        if (isCounted) meter.count(projectId, "questions", -1);
        isCounted = false;
      };
    },

    async checkStorage(operationId, projectId, bytes) {
      if (operations[operationId].work !== "adds") return;
      const { limits } = await meter.today(projectId);
      if (limits.bytes === undefined && limits.sources === undefined) return;
      // Asked anew each time: what was deleted makes room at once.
      const kept = await usage.kept(projectId);
      if (limits.sources !== undefined && kept.sources >= limits.sources)
        throw storageLimitReached("sources", { used: kept.sources, limit: limits.sources });
      const fits = limits.bytes === undefined || kept.bytes + Math.max(0, bytes - formBytes) <= limits.bytes;
      if (!fits) throw storageLimitReached("bytes", { used: kept.bytes, limit: limits.bytes ?? 0 });
    },
  };
}
