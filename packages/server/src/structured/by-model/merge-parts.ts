import type { FoundPlace } from "../extractor.ts";
import { isObject, pointer } from "../json-schema.ts";

/** What one part of the documents gave. */
export type PartResult = { value: unknown; places: FoundPlace[] };

type Found = { value: unknown; path: string; part: PartResult };

/**
 * One value out of those of several parts. Where they differ, the value counts that the documents hold word for word, then
 * the one that most parts gave, then the first. Lists are joined; an item that says no more than another is left out.
 */
export function mergeParts(parts: PartResult[]): PartResult {
  const places: FoundPlace[] = [];

  const take = ({ part, path: from }: Found, to: string) => {
    for (const each of part.places)
      if (each.path === from || each.path.startsWith(`${from}/`))
        places.push({ ...each, path: `${to}${each.path.slice(from.length)}` });
  };

  const merge = (all: Found[], path: string): unknown => {
    const found = all.filter(({ value }) => value !== null && value !== undefined);
    const [first] = found;
    if (!first) return null;
    if (found.some(({ value }) => Array.isArray(value))) return mergeLists(found, path);
    const objects = found.filter(({ value }) => isObject(value));
    if (objects.length > 0) return mergeObjects(objects, path);
    const best = mostAgreed(found);
    take(best, path);
    return best.value;
  };

  const mergeObjects = (found: Found[], path: string) => {
    const names = new Set(found.flatMap(({ value }) => Object.keys(value as object)));
    const entries = [...names].map((name): [string, unknown] => {
      const inner = found.flatMap(({ value, path: from, part }) =>
        Object.hasOwn(value as object, name)
          ? [{ value: (value as Record<string, unknown>)[name], path: pointer(from, name), part }]
          : [],
      );
      return [name, merge(inner, pointer(path, name))];
    });
    return Object.fromEntries(entries);
  };

  const mergeLists = (found: Found[], path: string) => {
    const items = found.flatMap(({ value, path: from, part }) =>
      (Array.isArray(value) ? value : []).map((item, index) => ({
        value: item,
        path: pointer(from, index),
        part,
      })),
    );
    const kept: Found[] = [];
    for (const item of items) {
      // Within one part, equal rows are rows of the document.
      const others = kept.filter(({ part }) => part !== item.part);
      if (others.some(({ value }) => says(value, item.value))) continue;
      const less = kept.findIndex(({ part, value }) => part !== item.part && says(item.value, value));
      if (less === -1) kept.push(item);
      else kept[less] = item;
    }
    for (const [index, item] of kept.entries()) take(item, pointer(path, index));
    return kept.map(({ value }) => value);
  };

  return {
    value: merge(
      parts.map((part) => ({ value: part.value, path: "", part })),
      "",
    ),
    places,
  };
}

function mostAgreed(found: Found[]): Found {
  const isGrounded = ({ path, part }: Found) => part.places.some((each) => each.path === path);
  const agreeing = (one: Found) =>
    found.filter(({ value }) => sameText(value) === sameText(one.value)).length;
  return found.reduce((best, each) => {
    const grounded = Number(isGrounded(each)) - Number(isGrounded(best));
    return grounded > 0 || (grounded === 0 && agreeing(each) > agreeing(best)) ? each : best;
  });
}

/** Whether one value says all that another says. */
function says(one: unknown, other: unknown): boolean {
  if (other === null || other === undefined) return true;
  if (isObject(one) && isObject(other)) {
    const said = Object.entries(other).filter(([, value]) => value !== null);
    return said.length > 0 && said.every(([name, value]) => says(one[name], value));
  }
  if (Array.isArray(one) && Array.isArray(other))
    return other.every((item) => one.some((each) => says(each, item)));
  return sameText(one) === sameText(other);
}

const sameText = (value: unknown): string =>
  typeof value === "string" ? value.replace(/\s+/g, " ").trim().toLowerCase() : JSON.stringify(value ?? null);
