import type { ExtractionDraft } from "./extractor.ts";
import { mergeValues, type PartValue, placesIn } from "./merge-values.ts";

/**
 * One draft of those of the parts of a document, from an extractor that scores its places. A single value is the one that
 * most parts agree on, weighed by how well its places fit; of equals the first. Lists follow each other; an item that
 * overlapping parts both found comes once. So does what several parts say to the caller.
 */
export function mergeDrafts(drafts: ExtractionDraft[]): ExtractionDraft {
  const { value, places } = mergeValues(drafts, { choose: bestAgreed, joinItems: onceByPlace });
  const sum = (kind: "tokensIn" | "tokensOut" | "cacheReadTokens" | "cacheWriteTokens") => {
    const known = drafts.flatMap(({ usage }) => usage[kind] ?? []);
    return known.length > 0 ? { [kind]: known.reduce((total, tokens) => total + tokens, 0) } : {};
  };
  const usage = {
    ...sum("tokensIn"),
    ...sum("tokensOut"),
    ...sum("cacheReadTokens"),
    ...sum("cacheWriteTokens"),
  };
  const messages = new Set(drafts.flatMap(({ message }) => message ?? []));
  const message = messages.size > 0 ? { message: [...messages].join(" ") } : {};
  return { value, rawJson: JSON.stringify(value), usage, places, ...message };
}

/** Weight of a value without a place, and of one whose place has no score. */
const unplaced = 0.1;
const unscored = 0.5;

function weightOf(found: PartValue): number {
  const at = placesIn(found);
  return at.length === 0 ? unplaced : Math.max(...at.map(({ score = unscored }) => score));
}

function bestAgreed(found: PartValue[]): PartValue {
  const votes = Map.groupBy(
    found.map((one) => ({ one, weight: weightOf(one) })),
    ({ one }) => JSON.stringify(one.value),
  );
  const totals = [...votes.values()].map((same) => ({
    best: same.reduce((best, each) => (each.weight > best.weight ? each : best)).one,
    weight: same.reduce((total, { weight }) => total + weight, 0),
  }));
  return totals.reduce((winner, each) => (each.weight > winner.weight ? each : winner)).best;
}

/** Equal rows of one part are rows; equal rows of the same elements in two parts are one row. */
function onceByPlace(items: PartValue[]): PartValue[] {
  const firstIn = new Map<string, PartValue["part"]>();
  return items.filter((item) => {
    const at = new Set(placesIn(item).map(({ fileId, elementId }) => `${fileId}/${elementId}`));
    const key = JSON.stringify([item.value, [...at]]);
    const first = firstIn.get(key) ?? item.part;
    firstIn.set(key, first);
    return first === item.part;
  });
}
