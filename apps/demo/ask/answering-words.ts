import type { Readiness } from "@headwater/client";

/** How the service answers, for who asks; nothing while that is unknown. */
export function answeringWords(answering: Readiness["answering"]): string | undefined {
  if (!answering) return undefined;
  return answering.mode === "model"
    ? `${answering.model ?? "A language model"} writes the answers.`
    : "Answers are quotes: this service has no language model, so it does not calculate or conclude.";
}
