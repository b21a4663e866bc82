import { commonScale } from "../../../models/cosine-scale.ts";

/** What is compared: how alike a property and a label are, and whether the label's value has the property's form. */
export type Comparison = {
  /** Cosines by label, on the common scale of encoders. */
  cosines: readonly number[];
  /** Whether the value at a label can be read as the property asks. */
  fits: readonly boolean[];
  /** Whether any text can be a value of the property. */
  isText: boolean;
};

type MeantLabel = { property: number; label: number; certainty: number };

/**
 * A logistic regression, fitted on forms in six languages with the lexicon switched off; each paper was judged with itself left out
 * (docs/decisions/extraction.md). How far a label is ahead says all: beside it the cosine itself has no weight.
 */
const weights = { bias: -0.747, overLabels: 6.883, overProperties: 2.486, text: -2.031 };
/**
 * Gives each label to at most one property, the most certain pairs first. Pairs below `least` are left out. `comparisons` also
 * has properties that have a value already (`fits` false everywhere): they show which labels are not the others'.
 */
export function meantLabels(comparisons: readonly Comparison[], least: number): MeantLabel[] {
  const pairs = comparisons.flatMap(({ cosines, fits, isText }, property) =>
    cosines.flatMap((cosine, label) => {
      if (!fits[label]) return [];
      const others = cosines.filter((_, other) => other !== label && fits[other]);
      const rivals = comparisons.flatMap((each, other) =>
        other === property ? [] : [each.cosines[label] ?? 0],
      );
      const sum =
        weights.bias +
        weights.overLabels * (cosine - Math.max(commonScale.unrelated, ...others)) +
        weights.overProperties * (rivals.length === 0 ? 0 : cosine - Math.max(...rivals)) +
        (isText ? weights.text : 0);
      const certainty = 1 / (1 + Math.exp(-sum));
      return certainty < least ? [] : [{ property, label, certainty }];
    }),
  );
  const taken = { properties: new Set<number>(), labels: new Set<number>() };
  return pairs
    .sort((a, b) => b.certainty - a.certainty)
    .filter(({ property, label }) => {
      if (taken.properties.has(property) || taken.labels.has(label)) return false;
      taken.properties.add(property);
      taken.labels.add(label);
      return true;
    });
}
