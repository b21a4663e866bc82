import type { RunCase } from "@headwater/spec";
import { MoveList } from "./move-list.tsx";
import { type MovedPassage, movedPassages, placeOfPassage } from "./moved-passages.ts";

/** Height of a rank, in pixels, and how far below its top a line begins. */
const [step, inset] = [78, 19];

/** Ranks before and after, joined by lines; on a phone one list that says the same in words. */
export function Slope({ before, after }: Record<"before" | "after", RunCase["passages"]>) {
  const moves = movedPassages(before, after);
  if (moves.length === 0) return <p className="faint">Neither found a passage.</p>;
  const left = moves
    .filter((move) => move.before)
    .sort((one, other) => rank(one.before) - rank(other.before));
  const right = moves.filter((move) => move.after);
  const height = step * Math.max(left.length, right.length);
  return (
    <>
      <div className="slope columns onlywide">
        <span className="label">
          Rank, before
          <br />
          and after
        </span>
        <ol aria-label="Before">
          {left.map((move) => (
            <Ranked key={move.before?.passage.id} move={move} side="before" />
          ))}
        </ol>
        <svg
          viewBox={`0 0 100 ${height}`}
          height={height}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {moves.map((move) => (
            <path
              key={`${move.before?.rank} ${move.after?.rank}`}
              className={lineOf(move)}
              vectorEffect="non-scaling-stroke"
              d={pathOf(move)}
            />
          ))}
        </svg>
        <ol aria-label="After">
          {right.map((move) => (
            <Ranked key={move.after?.passage.id} move={move} side="after" />
          ))}
        </ol>
      </div>
      <div className="onlynarrow">
        <MoveList moves={moves} />
      </div>
    </>
  );
}

function Ranked({ move, side }: { move: MovedPassage; side: "before" | "after" }) {
  const own = move[side];
  if (!own) return null;
  const [word, tone] = side === "before" ? (move.after ? ["", ""] : ["lost", "lost"]) : wordAfter(move);
  return (
    <li className={tone || undefined}>
      <span className="faint">{own.rank}</span>
      <div>
        <p className="clamp">{own.passage.content}</p>
        <span className="label clip">
          {placeOfPassage(own.passage)}
          {word ? (
            <>
              , <span className="word">{word}</span>
            </>
          ) : null}
        </span>
      </div>
    </li>
  );
}

function wordAfter({ before, after }: MovedPassage): [word: string, tone: string] {
  const risen = rank(before) - rank(after);
  if (!before) return ["gained", "gain"];
  if (risen === 0) return ["", ""];
  return [risen > 0 ? `up ${risen}` : `down ${-risen}`, ""];
}

const rank = (place: MovedPassage["before"]): number => place?.rank ?? 0;

const lineOf = ({ before, after }: MovedPassage): string | undefined =>
  !before || !after ? "cutoff" : after.rank < before.rank ? "up" : undefined;

function pathOf({ before, after }: MovedPassage): string {
  const [from, to] = [before, after].map((place) => inset + step * (rank(place) - 1));
  if (!after) return `M0 ${from} H26`;
  return before ? `M0 ${from} C50 ${from} 50 ${to} 100 ${to}` : `M74 ${to} H100`;
}
