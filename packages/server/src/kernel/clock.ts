/** The time, passed as an argument, so that leases, expiry and timestamps can be tested without waiting. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
