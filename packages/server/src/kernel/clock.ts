/** The time, passed as an argument, so that leases, expiry and timestamps can be tested without waiting. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/**
 * For durations within a process. It counts on from the process's start: no correction of the system's time moves it, so a
 * pause of seconds never becomes one of hours. What is stored, shown or compared with another process needs the other
 * clock.
 */
export const steadyClock: Clock = { now: () => new Date(performance.timeOrigin + performance.now()) };
