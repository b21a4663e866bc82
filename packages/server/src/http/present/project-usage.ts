import type { ProjectUsage } from "@headwater/spec";
import type { ReadUsage } from "../../usage/read-usage.ts";

export const presentProjectUsage = (
  project: string,
  { limits, resetsAt, days }: ReadUsage,
): ProjectUsage => ({
  project,
  limits,
  resets_at: resetsAt.toISOString(),
  days: days.map(({ models, ...day }) => ({
    ...day,
    models: models.map(({ purpose, model, calls, tokensIn, tokensOut, modelMs }) => ({
      purpose,
      model,
      calls,
      tokens_in: tokensIn,
      tokens_out: tokensOut,
      model_ms: modelMs,
    })),
  })),
});
