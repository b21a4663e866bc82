import { pointerKeys } from "../json-schema.ts";
import type { OutputError } from "../validate-output.ts";

/** More than this are not reported to a model. */
const maxOffences = 30;
/** A missing value is not an offence: it is expressed later, as the schema allows. */
const absence = new Set(["required", "minItems", "minProperties", "dependentRequired"]);

/** The errors that are about values which are there. */
export const offences = (value: unknown, errors: OutputError[]): OutputError[] =>
  errors
    .filter(({ keyword, instancePath }) => !absence.has(keyword) && valueAt(value, instancePath) != null)
    .slice(0, maxOffences);

function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const key of pointerKeys(path)) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}
