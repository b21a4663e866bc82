import { isNumberText, numberWanted } from "../../kernel/number-text.ts";
import type { FlowNodeType } from "../flow/flow.ts";
import { configFields, relationFault } from "../node/config-fields.ts";

/**
 * What is wrong with a configuration, from the field on: `.topK must be a positive integer`. Null when nothing is. A field
 * that no code reads is refused, because a misspelt one would be lost without a word.
 */
export function configFault(type: FlowNodeType, config: unknown): string | null {
  if (typeof config !== "object" || config === null || Array.isArray(config)) return " must be an object";
  const fields = configFields[type];
  for (const [name, value] of Object.entries(config)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) {
      const known = Object.keys(fields);
      return `.${name} is unknown. ${known.length === 0 ? "This node has no configuration" : `Known are ${known.join(", ")}`}`;
    }
    if (!field.accepts(value))
      return `.${name} ${field.isNumber && isNumberText(value) ? numberWanted : field.words}`;
  }
  const missing = Object.keys(fields).find((name) => fields[name]?.required && !Object.hasOwn(config, name));
  return missing === undefined
    ? relationFault(type, config as Record<string, unknown>)
    : `.${missing} is required`;
}
