import type { Kysely } from "kysely";
import { readStoreMove } from "../../adapters/sql/move/store-move.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import { storeIsMoving } from "../../http/error-body.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Timer } from "../../kernel/timer.ts";

export type MoveWatch = {
  /** Whether the store was being moved when it was last looked. */
  isMoving(): boolean;
  /** Looks, and rejects while the store is being moved. */
  mayChange(): Promise<void>;
};

/** How often a service looks whether its store is being moved, in ms. A move waits longer before it counts on that. */
export const watchMoveMs = 1_000;

/** What keeps a service from changing a store that `headwater move` copies. */
export function watchMove(
  database: Kysely<Database>,
  { timer, closing }: { timer: Timer; closing: { push(close: () => void): void } },
): MoveWatch {
  let isMoving = false;
  const look = async () => {
    isMoving = (await readStoreMove(database)) !== null;
  };
  // While the database is away, no request is answered either.
  closing.push(timer.every(watchMoveMs, () => void look().catch(() => {})));
  return {
    isMoving: () => isMoving,
    async mayChange() {
      await look();
      if (isMoving) throw storeIsMoving();
    },
  };
}

/** A service that starts writes at once, so it does not start on a store that is being moved, or was. Throws OperatorError. */
export async function refuseMovedStore(database: Kysely<Database>, here: string): Promise<void> {
  const move = await readStoreMove(database);
  if (move === null) return;
  const { state, place, startedAt } = move;
  if (state === "arriving")
    throw new OperatorError(
      `${here} is being filled from ${place}, since ${startedAt}, and lacks something. Run 'headwater move' again: it goes on where it was.`,
    );
  throw new OperatorError(
    state === "moved"
      ? `What is in ${here} was moved to ${place}. Start the service with the settings of that place; or, to use this one again without what was added there, run 'headwater move --cancel' with the settings of this one.`
      : `What is in ${here} is being moved to ${place}, since ${startedAt}. Run 'headwater move' again, which goes on where it was; or 'headwater move --cancel', after which this can be started.`,
  );
}
