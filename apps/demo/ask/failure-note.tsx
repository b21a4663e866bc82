import type { AnswerMessage } from "@headwater/react-hooks";
import { failureWords } from "./failure-words.ts";

export const answerIsEmpty = ({ text }: AnswerMessage) => text.trim() === "";

/** Shown for an answer that failed or broke off. */
export function FailureNote({ error }: { error: NonNullable<AnswerMessage["error"]> }) {
  return (
    <p className="silent trouble" role="alert">
      <b>No answer came back.</b> {failureWords(error)} Your question is kept.
    </p>
  );
}
