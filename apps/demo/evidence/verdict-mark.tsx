import { type Checked, type Verdict, verdictWords } from "./verdict-words.ts";

const shapes: Record<Verdict, string> = { verified: "ok", repaired: "mended", unverified: "unsure" };

type Properties = {
  verdict: Verdict | undefined;
  of: Checked;
  /** Shows the meaning beside the name. Otherwise it appears on hover and focus. Screen readers always say it. */
  isOpen: boolean;
};

/** The verdict of a citation or of evidence: a shape and a word, in ink. Nothing for a service without verdicts. */
export function VerdictMark({ verdict, of, isOpen }: Properties) {
  if (verdict === undefined) return null;
  const { name, why } = verdictWords(verdict, of);
  return (
    <span className={`vd ${shapes[verdict]}${isOpen ? " told-why" : ""}`}>
      <span>
        {name}
        <span className="why">{`${isOpen ? ": " : " "}${why}`}</span>
      </span>
    </span>
  );
}
