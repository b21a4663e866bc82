import type { Readiness, ThinkingLevel } from "@headwater/client";

/**
 * The thinking levels that change something: all with a language model, none without one. A service that does not say
 * how it answers gets the three that each has.
 */
export function thinkingLevels(answering: Readiness["answering"]): readonly ThinkingLevel[] {
  if (answering?.mode === "quotes") return [];
  return answering ? ["fast", "balanced", "accurate", "max"] : ["fast", "balanced", "accurate"];
}

/** The level to ask with. Undefined leaves it to the service. A level that is not offered becomes the highest one that is. */
export const thinkingOf = (
  chosen: ThinkingLevel,
  levels: readonly ThinkingLevel[],
): ThinkingLevel | undefined => (levels.includes(chosen) ? chosen : levels.at(-1));
