import type { Citation } from "@headwater/client";

export type Verdict = NonNullable<Citation["verdict"]>;

type VerdictWords = { name: string; why: string };

/** What a verdict means for who reads the answer. `of` is what was checked. */
export const verdictWords = (verdict: Verdict, of: "answer" | "value"): VerdictWords => words[of][verdict];

const words: Record<"answer" | "value", Record<Verdict, VerdictWords>> = {
  answer: {
    verified: {
      name: "Verified",
      why: "What the answer says stands in these words; names, numbers, dates and negations were compared.",
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
    verified: { name: "Verified", why: "The value stands in these words." },
    repaired: { name: "Repaired", why: "The quote or its place was corrected until the value stood in it." },
    unverified: {
      name: "Unverified",
      why: "No rule can decide whether these words give the value: compare them.",
    },
  },
};

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
