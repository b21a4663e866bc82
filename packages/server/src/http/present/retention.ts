import type { Retention as Presented } from "@headwater/spec";
import type { Retention } from "../../retention/retention-store.ts";

export const presentRetention = ({ conversationDays, runDays, originalDays }: Retention): Presented => ({
  conversation_days: conversationDays,
  run_days: runDays,
  original_days: originalDays,
});
