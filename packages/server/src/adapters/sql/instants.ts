/** Instants as stored: ISO 8601 in UTC with milliseconds, so that their order as text is their order in time. */
export const toText = (instant: Date): string => instant.toISOString();

export const toInstant = (text: string): Date => new Date(text);
