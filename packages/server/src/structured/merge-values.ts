import type { FoundPlace } from "./extractor.ts";
import { isObject, pointer } from "./json-schema.ts";

/** What one part of the documents gave. */
export type PartResult = { value: unknown; places: FoundPlace[] };

/** A value of one part, with its path there. */
export type PartValue = { value: unknown; path: string; part: PartResult };

/** What the reader of the parts knows about values that several of them gave. */
export type MergeRules = {
  /** Of single values, at least one and none of them null: the one that counts. */
  choose(found: PartValue[]): PartValue;
  /** Of the items of all lists those that are kept, in order. */
  joinItems(items: PartValue[]): PartValue[];
};

/**
 * One value out of those of several parts: objects name by name, lists one after the other, single values by choice. The
 * places of what is kept come with it, under the paths that it has in the whole.
 */
export function mergeValues(parts: PartResult[], { choose, joinItems }: MergeRules): PartResult {
  const places: FoundPlace[] = [];

  const keep = (kept: PartValue, to: string): unknown => {
    for (const place of placesIn(kept))
      places.push({ ...place, path: `${to}${place.path.slice(kept.path.length)}` });
    return kept.value;
  };

  const merge = (all: PartValue[], to: string): unknown => {
    const found = all.filter(({ value }) => value !== null && value !== undefined);
    if (found.length === 0) return null;
    if (found.some(({ value }) => Array.isArray(value)))
      return joinItems(found.flatMap(itemsIn)).map((item, index) => keep(item, pointer(to, index)));
    const objects = found.filter(({ value }) => isObject(value));
    return objects.length > 0 ? mergeObjects(objects, to) : keep(choose(found), to);
  };

  const mergeObjects = (found: PartValue[], to: string) => {
    const names = new Set(found.flatMap(({ value }) => Object.keys(value as object)));
    return Object.fromEntries(
      [...names].map((name) => {
        const inner = found.flatMap(({ value, path, part }) =>
          Object.hasOwn(value as object, name)
            ? [{ value: (value as Record<string, unknown>)[name], path: pointer(path, name), part }]
            : [],
        );
        return [name, merge(inner, pointer(to, name))];
      }),
    );
  };

  const value = merge(
    parts.map((part) => ({ value: part.value, path: "", part })),
    "",
  );
  return { value, places };
}

/** The places of a value and of what is inside it. */
export const placesIn = ({ part, path }: PartValue): FoundPlace[] =>
  part.places.filter((place) => place.path === path || place.path.startsWith(`${path}/`));

const itemsIn = ({ value, path, part }: PartValue): PartValue[] =>
  Array.isArray(value) ? value.map((item, index) => ({ value: item, path: pointer(path, index), part })) : [];
