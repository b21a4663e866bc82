import { between, type Random } from "../documents/seeded-random.ts";

/** The moment of a kill, in terms of the service's work. */
export type Moment =
  | { at: "starting"; afterMs: number }
  | { at: "sending"; share: number }
  | { at: "answered" }
  | { at: "working"; afterMs: number };

/** Longer than a start takes, so that some kills hit the builds that continue after it. */
const maxStartMs = 2_500;
/** About as long as the largest document takes, including the start of its thread. */
const maxWorkMs = 2_500;

/**
 * Most kills come while a document is processed, the others while it arrives, while it is answered, or while the
 * service starts.
 */
export function randomMoment(random: Random): Moment {
  const dice = random();
  if (dice < 0.15) return { at: "starting", afterMs: between(random, 50, maxStartMs) };
  if (dice < 0.3) return { at: "sending", share: random() };
  if (dice < 0.4) return { at: "answered" };
  return { at: "working", afterMs: between(random, 0, maxWorkMs) };
}
