import type { Retention } from "@headwater/spec";

/** What is removed after some days, as rows; empty where everything is kept. */
export const retentionWords = ({ conversation_days, run_days, original_days }: Retention) =>
  [
    { name: "Conversations", days: conversation_days, after: "their latest question" },
    { name: "Runs of flows", days: run_days, after: "they ran" },
    { name: "Uploaded files", days: original_days, after: "their upload; what was read from them stays" },
  ].flatMap(({ name, days, after }) =>
    days === null
      ? []
      : [{ name, after: `${days === 1 ? "1 day" : `${days.toLocaleString("en")} days`} after ${after}` }],
  );
