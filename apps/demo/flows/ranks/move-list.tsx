import { type MovedPassage, moveWords, placeOfPassage } from "./moved-passages.ts";

/** Passages with the way that each took, one below the other. */
export function MoveList({ moves }: { moves: readonly MovedPassage[] }) {
  return (
    <ol className="moves num">
      {moves.map((move) => {
        const passage = (move.after ?? move.before)?.passage;
        if (!passage) return null;
        return (
          <li key={`${passage.id} ${move.after ? "now" : "then"}`}>
            <span>{moveWords(move)}</span>
            <p>{passage.content}</p>
            <span className="label">{placeOfPassage(passage)}</span>
          </li>
        );
      })}
    </ol>
  );
}
