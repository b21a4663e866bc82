/** A value as JSON in which nothing can end the tags around it, or imitate them: `<` is escaped. */
export const quotedData = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");
