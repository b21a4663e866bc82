"use client";

import type { AnswerMessage } from "@headwater/react-hooks";
import { citationTally } from "../evidence/verdict-words.ts";
import { Link } from "../shell/link.tsx";
import { stageWords } from "./stage-words.ts";
import type { Turn } from "./turns.ts";
import { useCopied } from "./use-copied.ts";

type Properties = {
  turn: Pick<Turn, "question" | "answer">;
  /** The text to copy: the answer as it is on screen. */
  plainText: string;
  /** Whether the sources contain no answer. */
  isSilent: boolean;
  onStop(): void;
  /** Asks the question again, optionally about all sources. */
  onAskAgain(everywhere?: boolean): void;
};

/** The actions for an answer. They depend on how it ended. */
export function TurnFoot({
  turn: { question, answer },
  plainText,
  isSilent,
  onStop,
  onAskAgain,
}: Properties) {
  const { said, copy } = useCopied();
  if (!answer) return null;
  if (answer.status === "streaming")
    return (
      <div className="foot cluster">
        <span className="st busy">{stageWords(answer)}</span>
        <button type="button" className="btn bare" onClick={onStop}>
          Stop
        </button>
      </div>
    );
  if (answer.status === "error")
    return (
      <div className="foot cluster">
        <button type="button" className="btn" onClick={() => onAskAgain()}>
          Ask again
        </button>
      </div>
    );
  if (isSilent)
    return (
      <div className="foot cluster">
        {question.settings.fileIds ? (
          <button type="button" className="btn bare" onClick={() => onAskAgain(true)}>
            Ask all sources
          </button>
        ) : null}
        <Link className="btn bare" href="/sources">
          Add a source
        </Link>
      </div>
    );
  return (
    <div className="foot cluster">
      {answer.text === "" ? null : (
        <button type="button" className="btn bare" onClick={() => copy(plainText)}>
          {said ?? "Copy"}
        </button>
      )}
      <button type="button" className="btn bare" onClick={() => onAskAgain()}>
        Ask again
      </button>
      <span className="num">
        {answer.status === "stopped"
          ? stoppedWords(answer)
          : [
              citationTally(answer.citations),
              seconds(answer.answer?.elapsed_s),
              answer.answer?.usage.model && `by ${answer.answer.usage.model}`,
            ]
              .filter(Boolean)
              .join(", ")}
      </span>
    </div>
  );
}

const stoppedWords = ({ brokenOff, text }: AnswerMessage): string =>
  `${brokenOff ? "Broken off when you left." : "Stopped by you."}${text.trim() === "" ? "" : " What was written stays."}`;

function seconds(elapsed: number | undefined): string | undefined {
  if (elapsed === undefined) return undefined;
  return elapsed < 0.1 ? "under 0.1 s" : `${elapsed.toFixed(1)} s`;
}
