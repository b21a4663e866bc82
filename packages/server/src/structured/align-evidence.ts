import type { Evidence } from "./ground-values.ts";
import { isObject, pointer } from "./json-schema.ts";

/**
 * The evidence of the values that are left after a value was fitted to its schema, with their paths in the output.
 * Fitting leaves out list items and single values; it changes none.
 */
export function alignEvidence(value: unknown, output: unknown, evidence: Evidence[]): Evidence[] {
  const kept = new Map<string, string>();
  keepPaths(value, output, "", "", kept);
  return evidence.flatMap((one) => {
    const path = kept.get(one.path);
    return path === undefined ? [] : [{ ...one, path }];
  });
}

function keepPaths(
  value: unknown,
  output: unknown,
  from: string,
  to: string,
  kept: Map<string, string>,
): void {
  if (Array.isArray(value) && Array.isArray(output)) {
    let at = 0;
    for (const [index, item] of output.entries()) {
      while (at < value.length && !comesFrom(value[at], item)) at += 1;
      if (at < value.length) keepPaths(value[at], item, pointer(from, at), pointer(to, index), kept);
      at += 1;
    }
    return;
  }
  if (isObject(value) && isObject(output)) {
    for (const [name, inner] of Object.entries(output))
      if (Object.hasOwn(value, name))
        keepPaths(value[name], inner, pointer(from, name), pointer(to, name), kept);
    return;
  }
  if (output !== null && value === output) kept.set(from, to);
}

/** Whether an item of the output is an item of the value in which some values may have been cleared. */
function comesFrom(value: unknown, output: unknown): boolean {
  if (value === output || output === null) return true;
  if (Array.isArray(value) && Array.isArray(output)) return output.length <= value.length;
  if (!isObject(value) || !isObject(output)) return false;
  return Object.entries(output).every(
    ([name, inner]) => !Object.hasOwn(value, name) || value[name] === null || comesFrom(value[name], inner),
  );
}
