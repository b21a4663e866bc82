import { VerdictMark } from "../evidence/verdict-mark.tsx";
import { Link } from "../shell/link.tsx";
import type { CitedPlace } from "./cited-places.ts";
import { clockTime } from "./clock.ts";
import type { Segment } from "./segments.ts";

type Properties = {
  cited: readonly CitedPlace[];
  segments: readonly Segment[];
};

/** The questions of the conversation whose answers cite this recording, with the times they cite. */
export function CitedAside({ cited, segments }: Properties) {
  const questions = [...new Set(cited.map(({ question }) => question))];
  if (questions.length === 0) return null;
  const timesOf = (asked: string) =>
    cited.flatMap(({ elementId, question }) => {
      const start = segments.find(({ id }) => id === elementId)?.start;
      return question === asked && start !== undefined ? [clockTime(start)] : [];
    });
  return (
    <aside className="aside" aria-label="Cited by">
      <div>
        <p className="label">Cited in {questions.length === 1 ? "an answer" : "answers"}</p>
        <ul>
          {questions.map((question) => (
            <li key={question}>
              <Link href="/ask" dir="auto">
                {question}
              </Link>
              <span className="small num">{timesOf(question).join(", ")}</span>
              <VerdictMark
                verdict={cited.find((each) => each.question === question)?.verdict ?? undefined}
                of="answer"
                isOpen={false}
              />
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
