import type { Kysely } from "kysely";
import { clearNewTables } from "../../adapters/sql/move/copy-table.ts";
import type { MovedTable } from "../../adapters/sql/move/moved-tables.ts";
import { readStoreMove, type StoreMove, writeStoreMove } from "../../adapters/sql/move/store-move.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import { setStoreId } from "../../adapters/sql/store-id.ts";
import type { Clock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { MoveSource } from "./move-source.ts";
import type { MoveTarget } from "./move-target.ts";

/** Which move this is: a new one, or one that goes on; `done` where all is moved already. Throws OperatorError; changes nothing. */
export async function planMove(
  { database: from, place: fromPlace }: MoveSource,
  { arrival, place, filesPlace }: MoveTarget,
  { storeId, clock }: { storeId: string; clock: Clock },
): Promise<StoreMove | "done"> {
  const before = await readStoreMove(from);
  if (before?.state === "arriving")
    throw new OperatorError(
      `${fromPlace} is itself being filled from ${before.place}: finish that move first.`,
    );
  if (before !== null && (before.place !== place || before.filesPlace !== filesPlace))
    throw new OperatorError(
      `${fromPlace} is being moved to ${before.place}, with files in ${before.filesPlace}, or was. Go on with that; or run 'headwater move --cancel' first.`,
    );
  if (arrival.kind === "whole") {
    if (before?.state === "moved" && arrival.storeId === storeId) return "done";
    throw new OperatorError(
      `${place} has the data of ${arrival.storeId === storeId ? "this store already, from an earlier move" : "another store"}. Nothing was changed: name an empty place.`,
    );
  }
  if (arrival.kind === "half" && arrival.move.moveId !== before?.moveId)
    throw new OperatorError(
      `${place} has the beginning of another move, from ${arrival.move.place}. Nothing was changed: empty it, or name another place.`,
    );
  const startedAt = clock.now().toISOString();
  return before ?? { moveId: newId(), state: "preparing", place, filesPlace, startedAt };
}

/** Marks both databases. Answers the one that is to be filled, with the tables of this version. */
export async function markMove(
  { database: from, place, filesPlace }: MoveSource,
  target: MoveTarget,
  { move, storeId, tables }: { move: StoreMove; storeId: string; tables: MovedTable[] },
): Promise<Kysely<Database>> {
  if (move.state === "preparing") await writeStoreMove(from, move);
  const to = await target.openDatabase();
  if (target.arrival.kind === "empty") {
    await clearNewTables(to, tables);
    await writeStoreMove(to, { ...move, state: "arriving", place, filesPlace });
    await setStoreId(to, storeId);
  }
  return to;
}
