import type { Citation } from "@headwater/client";

export type Verdict = NonNullable<Citation["verdict"]>;

type VerdictWords = { name: string; why: string };

/** What was checked: `judged answer` for a statement that a judge decided. */
export type Checked = "answer" | "judged answer" | "value";

/** What a verdict means for the reader of the answer. */
export const verdictWords = (verdict: Verdict, of: Checked): VerdictWords =>
  of === "judged answer" && verdict === "verified"
    ? judgedWell
    : words[of === "value" ? of : "answer"][verdict];

const judgedWell: VerdictWords = {
  name: "Verified",
  why: "The answer says this in other words. A model finds it in these; its numbers and names were compared with them.",
};

const words: Record<"answer" | "value", Record<Verdict, VerdictWords>> = {
  answer: {
    verified: {
      name: "Verified",
      why: "These words say what the answer says; names, numbers, dates and negations were compared.",
    },
    repaired: {
      name: "Repaired",
      why: "The answer's wording or its place was corrected until it agreed with these words.",
    },
    unverified: {
      name: "Unverified",
      why: "The answer says this in other words. No rule finds a fault in it, and none can prove it: compare it with the quote.",
    },
  },
  value: {
    verified: { name: "Verified", why: "The value is in these words." },
    repaired: { name: "Repaired", why: "The quote or its place was corrected until the value stood in it." },
    unverified: {
      name: "Unverified",
      why: "No rule can decide whether these words give the value: compare them.",
    },
  },
};

const opinions: Record<NonNullable<Citation["judged"]>["opinion"], string> = {
  supported: "supported",
  contradicted: "contradicted",
  unsure: "undecided",
};

/** What a judge found, in words: "Judged by mini-nli: supported (96 %)". */
export const judgedWords = ({ judge, opinion, score }: NonNullable<Citation["judged"]>): string =>
  `Judged by ${judge}: ${opinions[opinion]}${score === null ? "" : ` (${Math.round(100 * score)} %)`}`;

/** "3 citations, one unverified", "1 citation, repaired". Nothing is said of verified ones. */
export function citationTally(citations: readonly Pick<Citation, "verdict">[]): string {
  const { length } = citations;
  const total = `${length === 0 ? "No" : length} ${length === 1 ? "citation" : "citations"}`;
  const told = (["repaired", "unverified"] as const).flatMap((verdict) => {
    const count = citations.filter((each) => each.verdict === verdict).length;
    if (count === 0) return [];
    return [length === 1 ? verdict : `${count} ${verdict}`];
  });
  return [total, ...told].join(", ");
}
