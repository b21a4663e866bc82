import { between, type Random } from "../documents/seeded-random.ts";

/** When a service is killed, in terms of what it is doing. */
export type Moment =
  | { at: "starting"; afterMs: number }
  | { at: "sending"; share: number }
  | { at: "answered" }
  | { at: "working"; afterMs: number };

/** Longer than a start takes, so that some kills hit the work of earlier builds that begins with it. */
const maxStartMs = 2_500;
/** About as long as the largest document takes, its thread's start included. */
const maxWorkMs = 2_500;

/** Mostly while a document is being processed, the rest while it arrives, as it is answered, or as the service starts. */
export function randomMoment(random: Random): Moment {
  const dice = random();
  if (dice < 0.15) return { at: "starting", afterMs: between(random, 50, maxStartMs) };
  if (dice < 0.3) return { at: "sending", share: random() };
  if (dice < 0.4) return { at: "answered" };
  return { at: "working", afterMs: between(random, 0, maxWorkMs) };
}
