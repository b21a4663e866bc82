import { pointerKeys } from "../json-schema.ts";
import type { OutputError } from "../validate-output.ts";

/** Too many to tell a model. */
const maxOffences = 30;
/** What is not there is no offence of a value: it is expressed as the schema allows, later. */
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
