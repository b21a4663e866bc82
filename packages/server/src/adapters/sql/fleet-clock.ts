import type { Clock } from "../../kernel/clock.ts";
import type { Timer } from "../../kernel/timer.ts";
import type { FleetSession } from "./fleet-session.ts";

const measureEveryMs = 60_000;

/**
 * The database's clock, so that leases mean the same in every process, whatever the clock of its machine says or is set to.
 * It goes on with this process's monotonic time, and is measured anew each minute.
 */
export const openFleetClock = async (
  session: Pick<FleetSession, "time">,
  timer: Timer,
): Promise<Clock & { close(): void }> => {
  const measure = async () => {
    const asked = performance.now();
    const time = await session.time();
    // Read about halfway between question and answer.
    return time - (asked + performance.now()) / 2;
  };
  let offset = await measure();
  const close = timer.every(
    measureEveryMs,
    () =>
      void measure().then(
        (measured) => {
          offset = measured;
        },
        // Without a connection the clock goes on as it was.
        () => {},
      ),
  );
  return { now: () => new Date(offset + performance.now()), close };
};
