import type { ExtractionDraft, FoundPlace } from "./extractor.ts";
import { isObject, pointer } from "./json-schema.ts";

type Part = { value: unknown; places: Map<string, FoundPlace[]> };

/**
 * One draft of those of the parts of a document. A single value is the one that most parts agree on, weighed by how well
 * its places fit; of equals the first. Lists follow each other; an item that overlapping parts both found comes once.
 */
export function mergeDrafts(drafts: ExtractionDraft[]): ExtractionDraft {
  const places: FoundPlace[] = [];
  const parts = drafts.map((draft) => ({
    value: draft.value,
    places: Map.groupBy(draft.places, ({ path }) => path),
  }));
  const value = merge(
    parts.map((part) => ({ part, value: part.value, path: "" })),
    "",
    places,
  );
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
  return { value, rawJson: JSON.stringify(value), usage, places };
}

/** A value of one part, with its path there. */
type Found = { part: Part; value: unknown; path: string };

function merge(all: Found[], to: string, places: FoundPlace[]): unknown {
  const found = all.filter(({ value }) => value !== null && value !== undefined);
  const [first] = found;
  if (!first) return null;
  if (Array.isArray(first.value)) return mergeLists(found, to, places);
  if (!isObject(first.value)) return agreed(found, to, places);
  const objects = found.filter(({ value }) => isObject(value));
  const names = new Set(objects.flatMap(({ value }) => Object.keys(value as object)));
  return Object.fromEntries(
    [...names].map((name) => {
      const inner = objects.flatMap(({ part, value, path }) =>
        Object.hasOwn(value as object, name)
          ? [{ part, value: (value as Record<string, unknown>)[name], path: pointer(path, name) }]
          : [],
      );
      return [name, merge(inner, pointer(to, name), places)];
    }),
  );
}

/** Weight of a value without a place, and of one whose place has no score. */
const unplaced = 0.1;
const unscored = 0.5;

function agreed(found: Found[], to: string, places: FoundPlace[]): unknown {
  const votes = new Map<string, { weight: number; best: Found; bestWeight: number }>();
  for (const one of found) {
    const at = one.part.places.get(one.path) ?? [];
    const weight = at.length === 0 ? unplaced : Math.max(...at.map(({ score = unscored }) => score));
    const key = JSON.stringify(one.value);
    const known = votes.get(key) ?? { weight: 0, best: one, bestWeight: weight };
    votes.set(key, {
      weight: known.weight + weight,
      best: weight > known.bestWeight ? one : known.best,
      bestWeight: Math.max(weight, known.bestWeight),
    });
  }
  const [winner] = [...votes.values()].sort((a, b) => b.weight - a.weight);
  if (!winner) return null;
  const { part, path, value } = winner.best;
  places.push(...(part.places.get(path) ?? []).map((place) => ({ ...place, path: to })));
  return value;
}

function mergeLists(found: Found[], to: string, places: FoundPlace[]): unknown[] {
  const items: unknown[] = [];
  const seen = new Set<string>();
  for (const { part, value, path } of found) {
    if (!Array.isArray(value)) continue;
    const earlier = new Set(seen);
    for (const [index, item] of value.entries()) {
      const at = pointer(path, index);
      const own = [...part.places].flatMap(([each, inside]) =>
        each === at || each.startsWith(`${at}/`) ? inside : [],
      );
      // Equal rows of one part are rows; equal rows of the same elements in two parts are one row.
      const key = JSON.stringify([
        item,
        [...new Set(own.map(({ fileId, elementId }) => `${fileId}/${elementId}`))],
      ]);
      seen.add(key);
      if (earlier.has(key)) continue;
      const here = pointer(to, items.length);
      places.push(...own.map((place) => ({ ...place, path: `${here}${place.path.slice(at.length)}` })));
      items.push(item);
    }
  }
  return items;
}
