/**
 * Keywords of JSON Schema that the `output_schema` of `/ask-sources` may not have, by what they do. The contract names
 * the first three and `$ref`. The others do not help to fill a value, and ignoring one silently would give a wrong
 * answer.
 */
export const unsupportedSchemaKeywords = {
  combining: ["oneOf", "anyOf", "allOf"],
  referring: ["$ref", "$dynamicRef", "$recursiveRef", "$defs", "definitions", "$anchor", "$dynamicAnchor"],
  deciding: [
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
    "patternProperties",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
  ],
  placing: ["prefixItems", "additionalItems", "contains"],
} as const;
