import type { FastifyBaseLogger } from "fastify";
import { createInProcessLock } from "../adapters/memory/in-process-lock.ts";
import { openFleetClock } from "../adapters/sql/fleet-clock.ts";
import { createFleetKeeper, type FleetKeeper } from "../adapters/sql/fleet-keeper.ts";
import { createClaims, createFleetLock } from "../adapters/sql/fleet-lock.ts";
import type { Settings } from "../config.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { Timer } from "../kernel/timer.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import type { Signals } from "../ports/signals.ts";
import type { Closing } from "./closing.ts";

/** What a process has in common with the others on its database. One alone has it for itself. */
export type Processes = {
  /** Null for a process that is alone. */
  signals: Signals | null;
  lock: ContentLock;
  /** Claims a key until it is given back, or this process ends; null while any process, this one too, has it. */
  claim(key: string): Promise<(() => void) | null>;
  /** That of the database, where several compare their times. */
  clock: Clock;
  /** Who does what one process does for all: one that reads documents. Null for one that never does. */
  keeper: Pick<FleetKeeper, "isKeeper" | "onChange"> | null;
};

const alone: Processes["keeper"] = { isKeeper: () => true, onChange: (listener) => listener(true) };

const claimAlone: Processes["claim"] = async () => () => {};

/** Joins the other processes on the database, where this one has a role among them. Throws OperatorError. */
export async function joinProcesses(
  { role, postgres, postgresDirect }: Settings,
  { logger, timer, closing }: { logger: FastifyBaseLogger; timer: Timer; closing: Closing },
): Promise<Processes> {
  const local = createInProcessLock();
  if (role === "all")
    return { signals: null, lock: local, claim: claimAlone, clock: systemClock, keeper: alone };
  if (postgres === null)
    throw new OperatorError(
      `The role ${role} needs a database that several processes can use: set HEADWATER_DATABASE to a PostgreSQL database, and either HEADWATER_FILES to a bucket or HEADWATER_DATA to a folder that all of them share. A process with the role all needs neither.`,
      { exitCode: 2 },
    );
  // Loaded where it is used: PostgreSQL's driver comes with it.
  const { openFleetSession } = await import("../adapters/sql/fleet-session.ts");
  const session = await openFleetSession(postgresDirect ?? postgres, {
    onTaken: () =>
      logger.error(
        "the connection that shows this process to the others broke, and a service with the role all has the database now: stop one of them",
      ),
  });
  closing.push(() => session.close());
  const clock = await openFleetClock(session, timer);
  closing.push(() => clock.close());
  const joined = {
    signals: session,
    lock: createFleetLock(session, local),
    claim: createClaims(session),
    clock,
  };
  if (role === "api") return { ...joined, keeper: null };
  const keeper = await createFleetKeeper(session, timer);
  closing.push(() => keeper.close());
  return { ...joined, keeper };
}
