import { isObject } from "../json-schema.ts";
import { mergeValues, type PartResult, type PartValue, placesIn } from "../merge-values.ts";

/**
 * One value out of those that a model gave for several parts. Its places have no scores, and its words vary: where values
 * differ, the one counts that the documents hold word for word, then the one that most parts gave, then the first. Lists
 * are joined; an item that says no more than another is left out.
 */
export const mergeParts = (parts: PartResult[]): PartResult =>
  mergeValues(parts, { choose: mostAgreed, joinItems: withoutPoorer });

function mostAgreed(found: PartValue[]): PartValue {
  const isGrounded = (one: PartValue) => placesIn(one).length > 0;
  const agreeing = (one: PartValue) =>
    found.filter(({ value }) => sameText(value) === sameText(one.value)).length;
  return found.reduce((best, each) => {
    const grounded = Number(isGrounded(each)) - Number(isGrounded(best));
    return grounded > 0 || (grounded === 0 && agreeing(each) > agreeing(best)) ? each : best;
  });
}

function withoutPoorer(items: PartValue[]): PartValue[] {
  const kept: PartValue[] = [];
  for (const item of items) {
    // Within one part, equal rows are rows of the document.
    const others = kept.filter(({ part }) => part !== item.part);
    if (others.some(({ value }) => says(value, item.value))) continue;
    const less = kept.findIndex(({ part, value }) => part !== item.part && says(item.value, value));
    if (less === -1) kept.push(item);
    else kept[less] = item;
  }
  return kept;
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
