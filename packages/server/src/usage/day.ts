/** A day of UTC, as `2026-03-01`. Days are compared as texts. */
export type Day = string;

const dayMs = 86_400_000;

export const dayOf = (time: Date): Day => time.toISOString().slice(0, 10);

export const daysBefore = (time: Date, days: number): Day => dayOf(new Date(time.getTime() - days * dayMs));

/** When the next day begins. */
export const nextDay = (time: Date): Date => new Date(Date.parse(dayOf(time)) + dayMs);
