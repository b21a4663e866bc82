import { LRUCache } from "lru-cache";
import { proxyErrors, Refusal } from "../errors.ts";
import { recentEntries } from "../recent-entries.ts";
import { createDurations } from "./durations.ts";
import { type Lane, shortConnectionsOfCaller } from "./lane.ts";
import type { EffectiveLimits, UsageLimits } from "./limits.ts";
import { createOpenSlots } from "./open-slots.ts";
import { createRateWindow, type RateWindow } from "./rate-window.ts";
import type { RequestLoad } from "./request-load.ts";

export type Admitted = {
  lane: Lane /** Call it when the request has ended. Further calls do nothing. */;
  release: () => void;
};

/**
 * Lets a request in, or refuses it with 429 before its body is read.
 *
 * @throws {Refusal}
 */
export type Admit = (load: RequestLoad, caller: string | undefined) => Admitted;

/** Maximum number of callers whose questions are counted. Beyond it, the one who asked longest ago is forgotten. */
const maxCallers = 10_000;

export type AdmissionOptions = {
  limits: EffectiveLimits;
  /** Maximum number of connections to the service. */
  connections: number;
  /** The current time in milliseconds. */
  now: () => number;
};

/** Counts what each caller and all of them do, and holds both within their limits. */
export function createAdmission({ limits, connections, now }: AdmissionOptions): Admit {
  const durations = { requests: createDurations(), streams: createDurations(), uploads: createDurations() };
  const maxShort = shortConnectionsOfCaller(connections);

  const createUsage = (max: Required<UsageLimits>, questions: RateWindow) => ({
    requests: createOpenSlots(max.openRequests, durations.requests),
    streams: createOpenSlots(max.openStreams, durations.streams),
    uploads: createOpenSlots(max.openUploadBytes, durations.uploads),
    questions,
    open: 0,
    short: 0,
  });
  type Usage = ReturnType<typeof createUsage>;

  const all = createUsage(limits.inAll, createRateWindow(limits.inAll.questionsPerMinute));
  /** Those who have something open. */
  const callers = new Map<string, Usage>();
  const questions = new LRUCache<string, RateWindow>(recentEntries(maxCallers));

  function usageOf(caller: string): Usage {
    const open = callers.get(caller);
    if (open) return open;
    const asked = questions.get(caller) ?? createRateWindow(limits.perCaller.questionsPerMinute);
    return createUsage(limits.perCaller, asked);
  }

  function assertRoom(usage: Usage, { isStream, isQuestion, uploadBytes }: RequestLoad, time: number): void {
    const waits = [
      ["requests", usage.requests.waitMs(1, time)],
      ["streams", isStream ? usage.streams.waitMs(1, time) : 0],
      ["uploads", uploadBytes > 0 ? usage.uploads.waitMs(uploadBytes, time) : 0],
      ["questions", isQuestion ? usage.questions.waitMs(time) : 0],
    ] as const;
    for (const [what, waitMs] of waits) if (waitMs > 0) throw new Refusal(proxyErrors.tooMany(what, waitMs));
  }

  function take(usage: Usage, { isStream, isQuestion, uploadBytes }: RequestLoad, time: number) {
    const frees = [usage.requests.take(1, time)];
    if (isStream) frees.push(usage.streams.take(1, time));
    if (uploadBytes > 0) frees.push(usage.uploads.take(uploadBytes, time));
    if (isQuestion) usage.questions.add(time);
    return frees;
  }

  return (load, caller) => {
    const time = now();
    const own = caller === undefined ? undefined : usageOf(caller);
    if (own) assertRoom(own, load, time);
    assertRoom(all, load, time);

    const frees = take(all, load, time);
    let lane: Lane = load.isLong ? "long" : "short";
    if (own && caller !== undefined) {
      frees.push(...take(own, load, time));
      if (load.isQuestion) questions.set(caller, own.questions);
      callers.set(caller, own);
      own.open++;
      if (lane === "short" && own.short >= maxShort) lane = "long";
      if (lane === "short") own.short++;
    }
    let isOpen = true;
    return {
      lane,
      release() {
        if (!isOpen) return;
        isOpen = false;
        const end = now();
        for (const free of frees) free(end);
        if (!own || caller === undefined) return;
        own.open--;
        if (lane === "short") own.short--;
        if (own.open === 0) callers.delete(caller);
      },
    };
  };
}
