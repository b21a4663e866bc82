import type { Clock } from "../kernel/clock.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { Observation } from "../kernel/observe.ts";
import type { Timer } from "../kernel/timer.ts";
import { type Day, dayOf } from "./day.ts";
import type { DailyLimit, ProjectLimits } from "./limit.ts";
import type { Count, Counted, UsageStore } from "./usage-store.ts";

export type UsageMeter = {
  count(projectId: ProjectId, what: Counted, amount: number, of?: Pick<Count, "purpose" | "model">): void;
  /** Counts pages that were read and calls of models, where it is known for which project. */
  observe(observation: Observation): void;
  /** Limits and today's usage of a project, as of `settleMs` ago in what other processes count. */
  today(projectId: ProjectId): Promise<{ limits: ProjectLimits; used(limit: DailyLimit): number }>;
  /** Writes what was counted. */
  flush(): Promise<void>;
  /** Ends the regular writing, and writes what is left. */
  close(): Promise<void>;
};

/**
 * How often counts are written, and how old what is known of other processes may be, in ms. So each process lets in what the
 * others have let in during twice this time, at most.
 */
export const settleMs = 2_000;

type Known = { at: number; day: Day; limits: ProjectLimits; written: Map<Counted, number> };

const countedBy: Record<DailyLimit, Counted[]> = {
  pages_per_day: ["pages"],
  questions_per_day: ["questions"],
  tokens_per_day: ["tokens_in", "tokens_out"],
};

/**
 * Counts in memory, and writes sums every few seconds where there is something to write: a question costs no write of its own.
 * A process that is killed loses the counts of its last seconds. `onFault` is called when they can't be written; they are
 * then written with the next ones.
 */
export function createUsageMeter({
  usage,
  clock,
  timer,
  onFault,
}: {
  usage: Pick<UsageStore, "add" | "since" | "limits">;
  clock: Clock;
  timer: Timer;
  onFault: (error: unknown) => void;
}): UsageMeter {
  let unwritten = new Map<string, Count>();
  let beingWritten: Count[] = [];
  const known = new Map<ProjectId, Known>();
  /** Writes and reads take turns, so that a count is never both in what was read and in what is still to be written. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };

  const add = (count: Count) => {
    const key = JSON.stringify([count.projectId, count.day, count.what, count.purpose, count.model]);
    unwritten.set(key, { ...count, amount: count.amount + (unwritten.get(key)?.amount ?? 0) });
  };

  const write = async () => {
    if (unwritten.size === 0) return;
    beingWritten = [...unwritten.values()];
    unwritten = new Map();
    try {
      await usage.add(beingWritten);
      for (const { projectId, day, what, amount } of beingWritten) {
        const project = known.get(projectId);
        if (project?.day === day) project.written.set(what, (project.written.get(what) ?? 0) + amount);
      }
    } catch (error) {
      for (const count of beingWritten) add(count);
      throw error;
    } finally {
      beingWritten = [];
    }
  };

  const look = async (projectId: ProjectId): Promise<Known> => {
    const [at, day] = [clock.now().getTime(), dayOf(clock.now())];
    const limits = await usage.limits(projectId);
    const written = new Map<Counted, number>();
    // A project without limits is not added up.
    if (Object.keys(limits).length > 0)
      for (const { what, amount } of await usage.since(projectId, day))
        written.set(what, (written.get(what) ?? 0) + amount);
    return { at, day, limits, written };
  };

  const fresh = (projectId: ProjectId): Known | undefined => {
    const project = known.get(projectId);
    const now = clock.now();
    const isFresh = project?.day === dayOf(now) && Math.abs(now.getTime() - project.at) < settleMs;
    return isFresh ? project : undefined;
  };

  const flush = () => inTurn(write);
  const stop = timer.every(settleMs, () => {
    if (unwritten.size > 0) flush().catch(onFault);
  });

  const meter: UsageMeter = {
    count(projectId, what, amount, { purpose, model } = { purpose: "", model: "" }) {
      if (amount !== 0) add({ projectId, day: dayOf(clock.now()), what, purpose, model, amount });
    },

    observe(observation) {
      if (observation.kind !== "reading" && observation.kind !== "model") return;
      const { projectId } = observation;
      if (projectId === undefined) return;
      if (observation.kind === "reading") return meter.count(projectId, "pages", observation.pages);
      const { purpose, model, result, seconds, tokensIn = 0, tokensOut = 0 } = observation;
      if (model === undefined) return;
      const of = { purpose, model };
      if (result === "answered") meter.count(projectId, "calls", 1, of);
      meter.count(projectId, "tokens_in", tokensIn, of);
      meter.count(projectId, "tokens_out", tokensOut, of);
      meter.count(projectId, "model_ms", Math.round(seconds * 1000), of);
    },

    async today(projectId) {
      const project =
        fresh(projectId) ??
        (await inTurn(async () => {
          const already = fresh(projectId);
          if (already) return already;
          const looked = await look(projectId);
          known.set(projectId, looked);
          return looked;
        }));
      const used = (limit: DailyLimit) => {
        let sum = 0;
        for (const what of countedBy[limit]) sum += project.written.get(what) ?? 0;
        for (const count of [...beingWritten, ...unwritten.values()])
          if (
            count.projectId === projectId &&
            count.day === project.day &&
            countedBy[limit].includes(count.what)
          )
            sum += count.amount;
        return sum;
      };
      return { limits: project.limits, used };
    },

    flush,
    async close() {
      stop();
      await flush().catch(onFault);
    },
  };
  return meter;
}
