import type { AnswerMessage } from "@headwater/react-hooks";
import { failureWords } from "./failure-words.ts";

export const answerIsEmpty = ({ text }: AnswerMessage) => text.trim() === "";

/** An answer that did not come, or not to its end. */
export function FailureNote({ error }: { error: NonNullable<AnswerMessage["error"]> }) {
  return (
    <p className="silent trouble" role="alert">
      <b>No answer came back.</b> {failureWords(error)} Your question is kept.
    </p>
  );
}
