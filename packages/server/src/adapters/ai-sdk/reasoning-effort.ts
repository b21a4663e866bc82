import type { ModelAddress, Provider } from "../../models/model-address.ts";
import type { ThinkingLevel } from "../../models/thinking.ts";

export type ReasoningEffort = "none" | "low" | "medium" | "high";

/** The models of each provider that think, and take an effort. Others refuse one. */
const thinking: Partial<Record<Provider, RegExp>> = {
  openai: /^(?:o\d|gpt-(?:[5-9]|\d\d))(?!.*chat)/,
  anthropic: /^claude-(?!2|instant|3-(?:opus|sonnet|haiku|5))/,
  google: /^gemini-(?:2\.5|[3-9])/,
};

const efforts = {
  fast: "low",
  balanced: "low",
  accurate: "medium",
  max: "high",
} satisfies Record<ThinkingLevel, ReasoningEffort>;

/**
 * How hard a model thinks at a level. Undefined where it does not think, or where that is unknown: compatible servers refuse an
 * effort for models that don't.
 */
export function reasoningEffort(
  { provider, model }: ModelAddress,
  level: ThinkingLevel,
): ReasoningEffort | undefined {
  if (!thinking[provider]?.test(model)) return undefined;
  // Anthropic's models answer without thinking unless they are told to.
  return provider === "anthropic" && level === "fast" ? "none" : efforts[level];
}
