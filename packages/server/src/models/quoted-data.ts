/**
 * A value as JSON in which nothing can end the tags around it, imitate them, or pass for a marker of ours: `<` is
 * escaped, and an invisible word joiner follows each bracket before a number.
 */
export const quotedData = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replace(/\[(?=\s*\^?\d)|【/g, "$&\u2060");

/** The text again, where a model repeated the word joiner. */
export const withoutJoiners = (text: string): string => text.replace(/(?<=[[【])\u2060/g, "");
