import type { Readiness } from "@headwater/client";

type Answering = Readiness["answering"];

/** How the service answers, in a line under the question. Nothing while that is unknown. */
export function modeWords(answering: Answering): string | undefined {
  if (!answering) return undefined;
  return answering.mode === "model"
    ? `Answers by ${answering.model ?? "a language model"}, citations checked.`
    : "Quotes from your sources; no model is set up.";
}

/** What to expect of it, and what not. Nothing while that is unknown. */
export function limitWords(answering: Answering): string | undefined {
  if (!answering) return undefined;
  return answering.mode === "model"
    ? `${answering.model ?? "A language model"} writes the answers, and each statement is checked against the words it cites. What no rule can prove is marked as unverified.`
    : "This service answers with quotes from your documents, without a language model. It finds what they say, and counts and adds up within one table; it does not calculate across places, compare or conclude.";
}
