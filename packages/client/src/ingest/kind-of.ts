/** What a value is, for a message about it. */
export const kindOf = (value: unknown): string =>
  value === null
    ? "null"
    : typeof value === "object"
      ? `an object (${value.constructor?.name ?? "without class"})`
      : typeof value === "string"
        ? "a string, which is neither a path nor content"
        : typeof value;
